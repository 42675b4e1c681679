import type { TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

/** A new provider session as sent by a trusted server. */
export const newSession = (name: string, fields: object = {}) => ({
  type: 'oauth',
  name,
  oauthToken: { accessToken: 'access' },
  ...fields,
});

/** Operations of a trusted server on data sources and provider sessions. */
export function providerClient(server: ServerUnderTest, token: string) {
  const { get, post, put, delete: remove } = api(server);
  const expecting = (status: number, answer: Answer): Json => {
    if (answer.status !== status) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  type Account = Pick<TestAccount, 'userId'>;
  const createSession = ({ userId }: Account, body: unknown) =>
    post(`/v1/users/${userId}/provider_sessions`, { token, body });
  const createSource = ({ userId }: Account, body: unknown) =>
    post(`/v1/users/${userId}/data_sources`, { token, body });
  return {
    createSession,
    createSource,
    updateSource: (id: string, body: unknown, query = '') =>
      put(`/v1/data_sources/${id}${query}`, { token, body }),
    /** Creates a session. Throws when the server refuses. */
    session: async (account: Account, name: string, fields?: object): Promise<Json> =>
      expecting(201, await createSession(account, newSession(name, fields))),
    /** Creates a source. Throws when the server refuses. */
    source: async (account: Account, providerName: string, fields: object = {}): Promise<Json> =>
      expecting(201, await createSource(account, { providerType: 'oauth', providerName, ...fields })),
    /** Changes a source. Throws when the server refuses. */
    updated: async (id: string, body: unknown): Promise<Json> =>
      expecting(200, await put(`/v1/data_sources/${id}`, { token, body })),
    sources: async ({ userId }: Account, query = ''): Promise<Json[]> =>
      expecting(200, await get(`/v1/users/${userId}/data_sources${query}`, { token })),
    sessions: async ({ userId }: Account, query = ''): Promise<Json[]> =>
      expecting(200, await get(`/v1/users/${userId}/provider_sessions${query}`, { token })),
    endSession: (id: string) => remove(`/v1/provider_sessions/${id}`, { token }),
  };
}
