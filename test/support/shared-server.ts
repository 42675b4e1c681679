import { resolve } from 'node:path';
import { assertFreshBuild } from '../../scripts/built-sources';
import { writeProvidersFile } from './identity-providers-file';
import { assertJsonLines } from './log-lines';
import { openTestDatabase, type TestDatabase } from './mariadb';
import { writeTemplate } from './migrated-database';
import { assertNoSecrets } from './secrets-in-log';
import { startProviderServer, type ProviderServer } from './provider-server';
import { serverVariables } from './server';
import { startServer, type RunningServer } from './server-process';

interface Shared {
  server: RunningServer;
  provider: ProviderServer;
  database?: TestDatabase;
}

/** Their links are on every page that the tests read. */
const legalPages = {
  TERMS_URL: 'https://operator.example/terms',
  PRIVACY_URL: 'https://operator.example/privacy',
};

const servers = new Map<string, Shared>();

/** Starts the shared server of a Jest project and describes it to the tests. */
export async function startSharedServer(name: 'sqlite' | 'mysql' | 'browser'): Promise<void> {
  await assertFreshBuild();
  const database = name === 'mysql' ? await openTestDatabase() : undefined;
  const provider = await startProviderServer();
  const server = await startServer({
    LOG_LEVEL: 'debug',
    IDENTITY_PROVIDERS_FILE: writeProvidersFile(provider.url),
    PROVIDERS_FILE: resolve('test/support/data-providers.json'),
    CLIENTS_FILE: resolve('test/support/clients.json'),
    ...(name === 'browser' && legalPages),
    ...(database && { DATABASE_URL: database.url }),
  }).catch(async (error: unknown) => {
    provider.stop();
    await database?.close();
    throw error;
  });
  servers.set(name, { server, provider, database });
  const variables = serverVariables(name);
  process.env[variables.url] = server.url;
  process.env[variables.folder] = server.folder;
  process.env[variables.serverSecret] = server.serverSecret;
  process.env[variables.provider] = provider.url;
  process.env[variables.providerKey] = provider.privateKey;
  process.env[variables.template] = await writeTemplate(server.folder, database?.url);
  if (database) process.env[variables.database] = database.url;
}

/** Stops it. Throws, which fails the test run, when it does not stop, or its log contains a secret or other lines than JSON. */
export async function stopSharedServer(name: string): Promise<void> {
  const shared = servers.get(name);
  servers.delete(name);
  try {
    await shared?.server.stop();
    const log = shared?.server.logs() ?? '';
    assertNoSecrets(log);
    assertJsonLines(log);
  } finally {
    await shared?.server.close();
    shared?.provider.stop();
    await shared?.database?.close();
  }
}
