import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { resetKey, signupKey, waitForMails } from '../../../support/mails';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { delete: remove, get, graph, post, put } = api(server);

const anyPath = 'any path';
const dataPath = '/data';
const connection = '/v1/oauth/dexcom';

/** An account with a restricted token for each: any path, its data, and a data source. */
async function accountWithTokens(options = {}) {
  const account = await newAccount(server, options);
  const { id } = await newRestrictedToken(server, account);
  for (const path of [dataPath, connection]) await newRestrictedToken(server, account, { paths: [path] });
  const read = () => get(`/data/${account.userId}?restricted_token=${id}`);
  expect((await read()).status).toBe(200);
  return { ...account, read };
}

/** What the restricted tokens of an account are valid for. */
async function validFor({ userId }: TestAccount): Promise<string[]> {
  const { body } = await get(`/v1/users/${userId}/restricted_tokens`, {
    token: await newServerToken(server),
  });
  return body.map(({ paths = [anyPath] }: Json) => paths[0]).sort();
}

const update = ({ token }: TestAccount, body: object): Promise<Answer> => put('/auth/user', { token, body });
const password = 'close-sesame';

/** The key of the mail in which an account is asked to confirm its address. */
async function confirmingKey({ userId, email, token }: TestAccount): Promise<string> {
  await post(`/confirm/send/signup/${userId}`, { token });
  const [mail = ''] = await waitForMails(server, email);
  return signupKey(mail);
}

const ends: [what: string, end: (account: TestAccount) => Promise<Answer>][] = [
  ['a new password', (account) => update(account, { updates: { password } })],
  ['a new password in the graph', ({ token }) => updateInGraph(token)],
  [
    'a new password from a trusted server',
    async ({ userId }) =>
      put(`/auth/user/${userId}`, { token: await newServerToken(server), body: { updates: { password } } }),
  ],
  [
    'a forgotten password',
    async ({ email }) => {
      await post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
      const [mail = ''] = await waitForMails(server, email);
      return put('/confirm/accept/forgot', { body: { key: resetKey(mail), email, password } });
    },
  ],
  [
    'the end of all sessions',
    async ({ userId }) => remove(`/auth/user/${userId}/sessions`, { token: await newServerToken(server) }),
  ],
];

const updateInGraph = (token: string) =>
  graph('mutation ($input: UpdateMeInput!) { updateMe(input: $input) { user { id } } }', {
    token,
    variables: { input: { password } },
  });

it.each(ends)('%s deletes all restricted tokens', async (_what, end) => {
  const account = await accountWithTokens();
  const bystander = await accountWithTokens();
  expect([200, 204]).toContain((await end(account)).status);
  expect((await account.read()).status).toBe(401);
  await expect(validFor(account)).resolves.toEqual([]);
  expect((await bystander.read()).status).toBe(200);
});

it('A new address deletes all', async () => {
  const account = await accountWithTokens();
  expect((await update(account, { updates: { username: newEmail(server) } })).status).toBe(200);
  await expect(validFor(account)).resolves.toEqual([]);
});

it('They stay if the caller keeps all sessions, or if nothing changes', async () => {
  const account = await accountWithTokens();
  expect((await update(account, { updates: { password }, keepOtherSessions: true })).status).toBe(200);
  const updates = { username: account.email, termsAccepted: '2024-01-01T00:00:00Z' };
  expect((await update(account, { updates })).status).toBe(200);
  expect((await account.read()).status).toBe(200);
  await expect(validFor(account)).resolves.toEqual([connection, dataPath, anyPath].sort());
});

it('Those of a person who signed up with an address end when its owner confirms it', async () => {
  const account = await accountWithTokens({ verified: false });
  const key = await confirmingKey(account);
  expect((await account.read()).status).toBe(200);
  expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
  expect((await account.read()).status).toBe(401);
  await expect(validFor(account)).resolves.toEqual([]);
});

it('The confirmation leaves those of trusted servers that connect data sources', async () => {
  const account = await newAccount(server, { verified: false });
  const key = await confirmingKey(account);
  const { userId } = account;
  const token = await newServerToken(server);
  for (const path of [dataPath, connection])
    await newRestrictedToken(server, { userId, token }, { paths: [path] });
  expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
  await expect(validFor(account)).resolves.toEqual([connection]);
});

it('Confirming an address again deletes nothing', async () => {
  const account = await newAccount(server, { verified: false });
  const key = await confirmingKey(account);
  expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
  const token = await newServerToken(server);
  await newRestrictedToken(server, { userId: account.userId, token });
  expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
  await expect(validFor(account)).resolves.toEqual([anyPath]);
});

describe('A token that is asked for just before all sessions end', () => {
  let own: OwnApp;

  beforeAll(async () => {
    own = await startOwnApp();
  });
  afterAll(() => own.close());
  afterEach(() => jest.restoreAllMocks());

  /** Ends all sessions of an account once a request for a token was admitted, before the token is stored. */
  function endBeforeCreation({ userId }: TestAccount): void {
    const { restrictedTokens } = own.app.services;
    const create = restrictedTokens.create.bind(restrictedTokens);
    jest.spyOn(restrictedTokens, 'create').mockImplementationOnce(async (...asked) => {
      const token = await newServerToken(own.server);
      expect((await api(own.server).delete(`/auth/user/${userId}/sessions`, { token })).status).toBe(204);
      return create(...asked);
    });
  }

  it('is refused', async () => {
    const account = await newAccount(own.server);
    const path = `/v1/users/${account.userId}/restricted_tokens`;
    const ask = () => api(own.server).post(path, { token: account.token, body: {} });
    expect((await ask()).status).toBe(201);
    endBeforeCreation(account);
    expect((await ask()).status).toBe(401);
    const { body } = await api(own.server).get(path, { token: await newServerToken(own.server) });
    expect(body).toEqual([]);
  });

  it('is refused for an export, too', async () => {
    const account = await newAccount(own.server);
    endBeforeCreation(account);
    const { body } = await api(own.server).graph(
      'mutation ($input: CreateExportInput!) { createExport(input: $input) { url } }',
      { token: account.token, variables: { input: { userId: account.userId } } },
    );
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});
