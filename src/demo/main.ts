import '../require-node';
import '../platform/speed/start-fast';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../platform/config';
import type { Database } from '../platform/database/database';
import { assertFree } from '../platform/http/listening-problem';
import { openDatabase } from '../platform/settings/open-database';
import { createLogger } from '../platform/logging';
import { persistence } from '../persistence';
import { endStart } from '../platform/speed/v8-flags';
import { serve } from '../serve';
import { createServices } from '../services';
import { buildDashboard, exampleDashboard } from './dashboard/dashboard';
import { dashboardPath } from './dashboard/dashboard.pages';
import { demoPassword } from './demo-accounts';
import { DemoLoader } from './load-demo';
import { demoPeople, demoStaff } from './people';
import { ProgressBar } from './progress-bar';

/**
 * Loads whatever the configured database lacks of the demo clinic, and serves it; with `--dashboard`, together with the
 * example dashboard.
 */
async function main(): Promise<void> {
  const { dashboard } = parseArgs({ options: { dashboard: { type: 'boolean', default: false } } }).values;
  if (dashboard) buildDashboard();
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  // Loading takes up to a minute; to learn of it afterwards would be a surprise.
  await assertFree({ port: config.PORT, host: config.HOST });
  const database = await openDatabase(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: true,
    allowNewer: config.ALLOW_NEWER_DATABASE,
    timeout: config.DATABASE_TIMEOUT * 1000,
  });
  await load(config, database);
  const applications = dashboard ? [exampleDashboard(config)] : [];
  await serve(config, database, createLogger(config.LOG_LEVEL), { applications });
  console.log(greeting(config, dashboard));
}

async function load(config: Config, database: Database): Promise<void> {
  const bar = new ProgressBar('Loading the demo clinic', demoPeople.length, process.stderr);
  const loader = new DemoLoader(database, createServices(config, database), (done) => bar.show(done));
  if ((await loader.state()) !== 'loaded') {
    endStart();
    const { people, records } = await loader.load();
    console.log(`Loaded ${records.toLocaleString('en-US')} records of ${people} people.`);
  }
  await loader.goOn();
}

const greeting = ({ BASE_URL }: Config, dashboard: boolean): string => `
Glycograph is ready.
${dashboard ? `\n  Example dashboard   ${BASE_URL}${dashboardPath}` : ''}
  Explore the graph   ${BASE_URL}/explorer   (works without internet)
  Apollo Sandbox      ${BASE_URL}/graphql
  REST reference      ${BASE_URL}/docs

Log in with the password ${demoPassword} as

  ${demoPeople
    .slice(0, 2)
    .map(({ email, fullName }) => `${email.padEnd(44)} ${fullName}, sees their own data`)
    .join('\n  ')}
  ${demoStaff.map(({ email, fullName }) => `${email.padEnd(44)} ${fullName}, sees the whole clinic`).join('\n  ')}

Press Ctrl+C to stop.
`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
