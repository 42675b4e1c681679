import { digestSecret } from '../secrets';
import type { ClientRegistration, GrantName } from './client';

interface ClientSettings {
  baseUrl: string;
  /** Secret of the `backend` client, which exists only with it. */
  backendSecret?: string;
}

/** The client id of the graph explorer. */
export const explorerClientId = 'glycograph-explorer';

/** The client id of the built-in invitations page. */
export const invitationsClientId = 'glycograph-invitations';

const browserGrants: GrantName[] = ['authorization_code', 'refresh_token'];
const phoneKitRedirect = 'org.tidepool.tidepoolkit.auth://redirect';

const phoneApp = (clientId: string, redirectUri: string): ClientRegistration => ({
  clientId,
  redirectUris: [redirectUri],
  webOrigins: [],
  grants: browserGrants,
});

/** Hosts that always mean the local machine. */
const ownComputer = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Clients with ids hard-coded in existing programs. If the service runs on localhost, web applications may redirect
 * to localhost, too. Elsewhere any local program could intercept their code, so only addresses of the service itself
 * are registered, and the web application must use PKCE, as it does.
 */
export function builtInClients({ baseUrl, backendSecret }: ClientSettings): ClientRegistration[] {
  const isDevelopment = ownComputer.includes(new URL(baseUrl).hostname);
  const during = (addresses: string[]) => (isDevelopment ? addresses : []);
  const webApp = [`${baseUrl}/*`, ...during(['http://localhost:3000/*', 'http://localhost:31500/*'])];
  const uploader = [
    `${baseUrl}/*`,
    ...during(['http://localhost:3001/*', 'http://localhost:31500/*']),
    'tidepooluploader://localhost/keycloak-redirect',
  ];
  const pkceRequired = !isDevelopment;
  return [
    { clientId: 'blip', redirectUris: webApp, webOrigins: [], grants: browserGrants, pkceRequired },
    {
      clientId: 'blip-smart-on-fhir',
      redirectUris: webApp,
      webOrigins: [],
      grants: browserGrants,
      opensFromRecords: true,
      pkceRequired,
    },
    {
      clientId: 'tidepool-uploader-sso',
      redirectUris: uploader,
      webOrigins: ['file://'],
      grants: browserGrants,
    },
    { clientId: 'tidepool-uploader', redirectUris: uploader, webOrigins: ['file://'], grants: browserGrants },
    phoneApp('tidepool-loop', phoneKitRedirect),
    phoneApp('tidepool-carepartner-ios', phoneKitRedirect),
    phoneApp('tidepoolkit-example', phoneKitRedirect),
    phoneApp('diy-loop', phoneKitRedirect),
    phoneApp('nightscout-trio', 'org.nightscout.trio.tidepoolkit.auth://redirect'),
    phoneApp('xdrip', 'xdrip://callback/tidepool'),
    phoneApp('aaps', 'aaps://callback/tidepool'),
    {
      clientId: explorerClientId,
      redirectUris: [`${baseUrl}/explorer`],
      webOrigins: [],
      grants: browserGrants,
      pkceRequired: true,
    },
    {
      clientId: invitationsClientId,
      redirectUris: [`${baseUrl}/invitations`],
      webOrigins: [],
      grants: browserGrants,
      pkceRequired: true,
    },
    ...(backendSecret === undefined ? [] : [backend(backendSecret)]),
  ];
}

const backend = (secret: string): ClientRegistration => ({
  clientId: 'backend',
  secretDigest: digestSecret(secret),
  redirectUris: [],
  webOrigins: [],
  grants: ['client_credentials'],
  roles: ['backend_service'],
});
