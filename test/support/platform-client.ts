import createPlatformClient, { type PlatformClient } from 'tidepool-platform-client';
import type { TestAccount } from './accounts';
import { serverUnderTest } from './server';

/** What a client keeps beyond its page. */
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

/** The token that a client keeps in its store. */
export const keptToken = (store: LocalStore): string => store.getItem('authToken') ?? '';

// Node has a navigator that does not say whether it is online, which the client takes for no.
if ('navigator' in globalThis)
  Object.defineProperty(globalThis.navigator, 'onLine', { value: true, configurable: true });

/** The JavaScript client as web applications create it. */
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

/** The result of one call of the client, which speaks in callbacks. */
export const result = <T>(call: (callback: (error: unknown, result: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    // What the client hands over as an error is no Error at times.
    call((error, value) =>
      error ? reject(Object.assign(new Error('refused'), { refusal: error })) : resolve(value),
    );
  });

/** What the client hands over as an error. */
export const refusalOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: { refusal: unknown }) => error.refusal,
  );

/** Does not renew the session on its own. */
export const noRefresh = { noRefresh: true };

/** A client that an account is logged in with. */
export async function loggedIn({
  email,
  password,
}: Pick<TestAccount, 'email' | 'password'>): Promise<PlatformClient> {
  const client = newClient();
  await result((done) => client.login({ username: email, password }, noRefresh, done));
  return client;
}
