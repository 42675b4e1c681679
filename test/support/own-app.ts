import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp, type App } from '../../src/app';
import { readConfig } from '../../src/platform/config';
import { Database } from '../../src/platform/database/database';
import { createLogger } from '../../src/platform/logging';
import { persistence } from '../../src/persistence';
import { openMigrated } from './migrated-database';
import { verificationSecret, type ServerUnderTest } from './server';

/** The service within the process of a test, on a database that the test may inspect. */
export interface OwnApp {
  app: App;
  database: Database;
  server: ServerUnderTest;
  close(): Promise<void>;
}

const serverSecret = 'secret of the tests';

/**
 * Starts the service on a free port, with a database of the dialect under test: on MySQL one next to that of the shared
 * server.
 */
export async function startOwnApp(env: NodeJS.ProcessEnv = {}): Promise<OwnApp> {
  const dialect = globalThis.dialect ?? 'sqlite';
  const empty = await openMigrated(dialect);
  const config = readConfig({
    DATABASE_URL: empty.url,
    VERIFICATION_SECRET: verificationSecret,
    SERVER_SECRET: serverSecret,
    MAIL_URL: 'file:/tmp/glycograph-unsent',
    PASSWORD_HASH_MEMORY: '64',
    ...env,
  });
  const database = await Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: 4,
    migrate: true,
  });
  const app = await createApp(config, database, createLogger('silent'));
  await once(app.server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    database,
    server: { url, dialect, serverSecret, verificationSecret, mailFolder: '', blobFolder: '', logFile: '' },
    async close() {
      app.server.closeAllConnections();
      app.server.close();
      await app.stop();
      await empty.close();
    },
  };
}
