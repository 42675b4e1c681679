import { resolve } from 'node:path';
import { startOwnApp, type OwnApp } from './own-app';
import { serverVariables } from './server';

/**
 * Starts the service within the process of a test, with its own settings, and makes it the server for the helpers of
 * `realm.ts`.
 */
export async function startOwnRealm(env: NodeJS.ProcessEnv = {}): Promise<OwnApp> {
  const own = await startOwnApp({ CLIENTS_FILE: resolve('test/support/clients.json'), ...env });
  globalThis.serverName = 'own';
  const names = serverVariables('own');
  Object.assign(process.env, {
    [names.url]: own.server.url,
    [names.folder]: '/',
    [names.serverSecret]: own.server.serverSecret,
  });
  return own;
}
