import { resolve } from 'node:path';
import { openTestDatabase, type TestDatabase } from './mariadb';
import { serverVariables } from './server';
import { startServer, type RunningServer } from './server-process';

const servers = new Map<string, { server: RunningServer; database?: TestDatabase }>();

/** Starts the server that all tests of a Jest project call and tells them where it is. */
export async function startSharedServer(name: 'sqlite' | 'mysql' | 'browser'): Promise<void> {
  const database = name === 'mysql' ? await openTestDatabase() : undefined;
  const server = await startServer({
    CLIENTS_FILE: resolve('test/support/clients.json'),
    ...(database && { DATABASE_URL: database.url }),
  }).catch(async (error: unknown) => {
    await database?.close();
    throw error;
  });
  servers.set(name, { server, database });
  const variables = serverVariables(name);
  process.env[variables.url] = server.url;
  process.env[variables.folder] = server.folder;
  process.env[variables.serverSecret] = server.serverSecret;
  if (database) process.env[variables.database] = database.url;
}

/** Stops it again. Throws when it does not end: the test run fails then. */
export async function stopSharedServer(name: string): Promise<void> {
  const shared = servers.get(name);
  servers.delete(name);
  try {
    await shared?.server.close();
  } finally {
    await shared?.database?.close();
  }
}
