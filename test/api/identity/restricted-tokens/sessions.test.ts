import { logIn, newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);
const reason = 'No x-tidepool-session-token was found';
const mySessions = `query ($first: Int, $after: String) {
  mySessions(first: $first, after: $after) {
    edges { node { id client userAgent createdTime lastUsedTime expiresTime current } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const endSession = 'mutation ($input: EndSessionInput!) { endSession(input: $input) { done } }';

const sessionsOf = async (token: string): Promise<Json[]> =>
  (await graph(mySessions, { token })).body.data.mySessions.edges.map(({ node }: Json) => node);
const codeOf = ({ body }: { body: Json }): string => body.errors[0].extensions.code;

describe("the session of another account's token", () => {
  it('is shown to servers', async () => {
    const token = await newServerToken(server);
    const account = await newAccount(server);
    const { body: own } = await get('/auth/token', { token: account.token });
    const { status, body } = await get(`/auth/token/${account.token}`, { token });
    expect([status, body]).toEqual([200, own]);
    expect((await get(`/auth/token/${token}`, { token })).body.isserver).toBe(true);
  });

  it('is not shown to others, nor for an invalid token', async () => {
    const token = await newServerToken(server);
    const account = await newAccount(server);
    const answers = [
      await get(`/auth/token/${account.token}`),
      await get(`/auth/token/${account.token}`, { token: account.token }),
      await get(`/auth/token/${account.token}`, { token: 'nonsense' }),
      await get('/auth/token/nonsense', { token }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([401, { code: 401, reason, message: reason }]);
    }
  });

  it('is shown in the graph under the same rule', async () => {
    const account = await newAccount(server);
    const query = 'query ($token: String) { tokenInfo(token: $token) { userId isServer } }';
    const variables = { token: account.token };
    const asked = await graph(query, { token: await newServerToken(server), variables });
    expect(asked.body.data.tokenInfo).toEqual({ userId: account.userId, isServer: false });
    expect(codeOf(await graph(query, { token: account.token, variables }))).toBe('FORBIDDEN');
    const own = await graph(query, { token: account.token, variables: { token: null } });
    expect(own.body.data.tokenInfo.userId).toBe(account.userId);
  });
});

describe('ending all sessions of an account', () => {
  it('works for servers', async () => {
    const account = await newAccount(server);
    const other = sessionToken(await logIn(server, account.email, account.password));
    const bystander = await newAccount(server);
    const address = `/auth/user/${account.userId}/sessions`;
    const answer = await api(server).delete(address, { token: await newServerToken(server) });
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const token of [account.token, other]) expect((await get('/auth/user', { token })).status).toBe(401);
    expect((await get('/auth/user', { token: bystander.token })).status).toBe(200);
  });

  it('is refused to others', async () => {
    const account = await newAccount(server);
    const address = `/auth/user/${account.userId}/sessions`;
    expect((await api(server).delete(address)).status).toBe(401);
    expect((await api(server).delete(address, { token: account.token })).status).toBe(401);
    expect((await get('/auth/user', { token: account.token })).status).toBe(200);
    const query = 'mutation ($input: EndUserSessionsInput!) { endUserSessions(input: $input) { done } }';
    const variables = { input: { userId: account.userId } };
    expect(codeOf(await graph(query, { token: account.token, variables }))).toBe('FORBIDDEN');
    await graph(query, { token: await newServerToken(server), variables });
    expect((await get('/auth/user', { token: account.token })).status).toBe(401);
  });
});

describe("the caller's sessions", () => {
  it('are listed, including the current one', async () => {
    const account = await newAccount(server);
    const other = sessionToken(await logIn(server, account.email, account.password));
    const sessions = await sessionsOf(other);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect((await sessionsOf(account.token)).find(({ current }) => current).id).not.toBe(
      sessions.find(({ current }) => current).id,
    );
    const page = await graph(mySessions, { token: other, variables: { first: 1 } });
    expect(page.body.data.mySessions.pageInfo.hasNextPage).toBe(true);
    const after: string = page.body.data.mySessions.pageInfo.endCursor;
    const next = await graph(mySessions, { token: other, variables: { first: 1, after } });
    expect(next.body.data.mySessions.edges).toEqual([{ node: sessions[1] }]);
  });

  it('are ended one by one, and then no longer listed', async () => {
    const account = await newAccount(server);
    const other = sessionToken(await logIn(server, account.email, account.password));
    const { id } = (await sessionsOf(other)).find(({ current }) => current);
    const variables = { input: { id } };
    const stranger = await newAccount(server);
    expect(codeOf(await graph(endSession, { token: stranger.token, variables }))).toBe('NOT_FOUND');
    expect((await get('/auth/user', { token: other })).status).toBe(200);
    for (let count = 0; count < 2; count += 1) {
      const { body } = await graph(endSession, { token: account.token, variables });
      expect(body.data).toEqual({ endSession: { done: true } });
    }
    expect((await get('/auth/user', { token: other })).status).toBe(401);
    expect((await sessionsOf(account.token)).map((session) => session.id)).not.toContain(id);
  });

  it('are for people, not for servers or strangers', async () => {
    const variables = { input: { id: 'x' } };
    const token = await newServerToken(server);
    expect(codeOf(await graph(mySessions, { token }))).toBe('FORBIDDEN');
    expect(codeOf(await graph(mySessions))).toBe('UNAUTHENTICATED');
    expect(codeOf(await graph(endSession, { token, variables }))).toBe('FORBIDDEN');
    expect(codeOf(await graph(endSession, { variables }))).toBe('UNAUTHENTICATED');
  });
});
