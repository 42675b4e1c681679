import createPlatformClient, { type PlatformClient } from 'tidepool-platform-client';
import type { TestAccount } from './accounts';
import { serverUnderTest } from './server';

/** Storage of a client outside its page. */
export interface LocalStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function newStore(content = new Map<string, string>()): LocalStore {
  return {
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
    removeItem: (key: string) => void content.delete(key),
  };
}

/** The token that a client stores. */
export const keptToken = (store: LocalStore): string => store.getItem('authToken') ?? '';

// In Node, `navigator` lacks the online status, which the client treats as offline.
if ('navigator' in globalThis)
  Object.defineProperty(globalThis.navigator, 'onLine', { value: true, configurable: true });

/** Creates the JavaScript client as web applications do. */
export const newClient = (
  options: { localStore?: LocalStore; tokenRefreshInterval?: number } = {},
  { url } = serverUnderTest(),
): PlatformClient =>
  createPlatformClient({
    host: url,
    uploadApi: url,
    dataHost: url,
    metricsSource: 'tests',
    metricsVersion: '1.0.0',
    ...options,
  });

/** The result of one call of the client, which uses callbacks. */
export const result = <T>(call: (callback: (error: unknown, result: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    // Errors of the client are not always Error objects.
    call((error, value) =>
      error ? reject(Object.assign(new Error('refused'), { refusal: error })) : resolve(value),
    );
  });

/** An error of the client. */
export const catchRefusal = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: { refusal: unknown }) => error.refusal,
  );

/** Turns off automatic renewal of the session. */
export const noRefresh = { noRefresh: true };

/** A client with a logged-in account. */
export async function loggedIn({
  email,
  password,
}: Pick<TestAccount, 'email' | 'password'>): Promise<PlatformClient> {
  const client = newClient();
  await result((done) => client.login({ username: email, password }, noRefresh, done));
  return client;
}
