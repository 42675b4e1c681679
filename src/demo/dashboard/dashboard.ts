import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { WebApplication } from '../../app';
import type { Config } from '../../platform/config';
import { realmIssuer } from '../../platform/issuer';
import { dashboardPages, dashboardPath } from './dashboard.pages';

const root = join(__dirname, '..', '..', '..', '..');

/** The folder of the built dashboard. */
const builtFolder = join(root, 'examples', 'dashboard', 'dist');

/** The client id of the example dashboard. */
const dashboardClientId = 'glycograph-example-dashboard';

/** Where `npm run dev` of the example serves it. */
const developmentOrigin = 'http://localhost:5173';

/** Builds the example dashboard, unless the build is newer than its sources. Installs the tools on first use. */
export function buildDashboard(): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'build-dashboard.js')], { stdio: 'inherit' });
}

/** The built example dashboard, as the demo serves it, with its OAuth client. */
export function exampleDashboard({ BASE_URL, AUTH_URL, productionRealm }: Config): WebApplication {
  return {
    client: {
      clientId: dashboardClientId,
      name: 'Example dashboard',
      redirectUris: [`${BASE_URL}${dashboardPath}/*`, `${developmentOrigin}${dashboardPath}/*`],
      webOrigins: [developmentOrigin],
      grants: ['authorization_code', 'refresh_token'],
      pkceRequired: true,
    },
    pages: dashboardPages({ authority: realmIssuer(AUTH_URL, productionRealm), folder: builtFolder }),
  };
}
