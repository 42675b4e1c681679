import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import {
  authorizeAddress,
  changeAccount,
  clients,
  codeForm,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  readAnswer,
  readTokens,
  refreshForm,
  statusAtApi,
  tokenRequest,
  type Account,
  type Tokens,
} from '../../../support/realm';

const { foreign, phone, web } = clients;
const server = serverUnderTest();
const { delete: remove, graph, put } = api(server);

const title = 'Allow access?';
const offline = { scope: 'openid offline_access' };

/** A signed-on browser in which a person has allowed the third-party client a session of its own. */
async function allowed(account: Account, scope: Record<string, string> = offline) {
  const browser = openBrowser();
  const page = await browser.submit(await logIn(browser, account, foreign, scope), { accept: 'yes' });
  await readTokens(await tokenRequest(codeForm(foreign, readAnswer(page).get('code') ?? '')));
  const silently = async () =>
    readAnswer(await browser.get(authorizeAddress(foreign, { ...scope, prompt: 'none' })));
  expect((await silently()).has('code')).toBe(true);
  return { browser, silently };
}

/** A token of the person in a first-party application on another device. */
const ownToken = async (account: Account): Promise<string> =>
  (await getTokens(account, { client: phone })).access_token;

/** Ends the sessions of a person that belong to a client and have this kind of lifetime. */
async function endSessions(token: string, client: string, isOffline: boolean): Promise<void> {
  const query = '{ mySessions(first: 20) { edges { node { id client expiresTime } } } }';
  const { edges } = (await graph(query, { token })).body.data.mySessions;
  const nodes: Json[] = edges.map(({ node }: Json) => node);
  const ended = nodes.filter((node) => node.client === client && (node.expiresTime === null) === isOffline);
  expect(ended).not.toEqual([]);
  for (const { id } of ended) {
    const end = 'mutation ($input: EndSessionInput!) { endSession(input: $input) { removedId } }';
    const { body } = await graph(end, { token, variables: { input: { id } } });
    expect(body.errors).toBeUndefined();
  }
}

const ends: [what: string, end: (account: Account) => Promise<unknown>][] = [
  ['a new password', ({ userId, password }) => changeAccount(userId, { password })],
  [
    'the end of all sessions',
    async ({ userId }) => remove(`/auth/user/${userId}/sessions`, { token: await newServerToken(server) }),
  ],
];

describe('A third-party client has to ask again', () => {
  it('after the person has ended its session', async () => {
    const account = await newAccount();
    const { browser, silently } = await allowed(account);
    await endSessions(await ownToken(account), foreign.id, true);
    expect((await silently()).get('error')).toBe('consent_required');
    const page = await browser.get(authorizeAddress(foreign, offline));
    expect(page.text).toContain(title);
    expect(readAnswer(await browser.submit(page, { accept: 'yes' })).has('code')).toBe(true);
  });

  it('after the person has ended the session of a browser that it took part in', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    await getTokens(account, { browser });
    const page = await browser.get(authorizeAddress(foreign));
    const answer = readAnswer(await browser.submit(page, { accept: 'yes' }));
    await readTokens(await tokenRequest(codeForm(foreign, answer.get('code') ?? '')));
    await endSessions(await ownToken(account), web.id, false);
    expect((await logIn(openBrowser(), account, foreign)).text).toContain(title);
  });

  it.each(ends)('after %s', async (_what, end) => {
    const account = await newAccount();
    await allowed(account);
    const bystander = await allowed(await newAccount());
    await end(account);
    expect((await logIn(openBrowser(), account, foreign, offline)).text).toContain(title);
    expect((await bystander.silently()).has('code')).toBe(true);
  });

  it('after a new password in a browser that stays signed on', async () => {
    const account = await newAccount();
    const { browser, silently } = await allowed(account);
    const { access_token: token } = await getTokens(account, { browser });
    const body = { updates: { password: 'close-sesame' } };
    expect((await put('/auth/user', { token, body })).status).toBe(200);
    expect((await silently()).get('error')).toBe('consent_required');
  });
});

describe('What a third-party client has got ends', () => {
  /** Allows the client to act for a person in a browser, and returns its tokens. */
  const tokensOfClient = async (account: Account, browser = openBrowser(), scope = {}) => {
    const page = await browser.get(authorizeAddress(foreign, scope));
    const isSignedOn = page.text.includes(title);
    const asked = isSignedOn ? page : await logIn(browser, account, foreign, scope);
    const answer = asked.status === 303 ? asked : await browser.submit(asked, { accept: 'yes' });
    return readTokens(await tokenRequest(codeForm(foreign, readAnswer(answer).get('code') ?? '')));
  };

  const isOver = async ({ access_token: token, refresh_token: refreshToken }: Tokens): Promise<void> => {
    expect((await tokenRequest(refreshForm(foreign, refreshToken))).status).toBe(400);
    expect(await statusAtApi(token)).toBe(401);
  };

  it('with a new password, even in the session that goes on', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const { access_token: token } = await getTokens(account, { browser });
    const theirs = await tokensOfClient(account, browser);
    const body = { updates: { password: 'close-sesame' } };
    expect((await put('/auth/user', { token, body })).status).toBe(200);
    await isOver(theirs);
    expect(await statusAtApi(token)).toBe(200);
  });

  it('with one of its sessions, in all of them', async () => {
    const account = await newAccount();
    const [here, there] = [
      await tokensOfClient(account),
      await tokensOfClient(account, openBrowser(), offline),
    ];
    await endSessions(await ownToken(account), foreign.id, true);
    await isOver(here);
    await isOver(there);
  });

  it('with the account, which can be deleted', async () => {
    const account = await newAccount();
    const theirs = await tokensOfClient(account);
    const body = { password: account.password };
    const { status } = await remove(`/auth/user/${account.userId}`, { token: await ownToken(account), body });
    expect([200, 202]).toContain(status);
    await isOver(theirs);
  });

  it('before it has exchanged its code', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const { access_token: token } = await getTokens(account, { browser });
    const page = await browser.submit(await browser.get(authorizeAddress(foreign)), { accept: 'yes' });
    const body = { updates: { password: 'close-sesame' } };
    expect((await put('/auth/user', { token, body })).status).toBe(200);
    const code = readAnswer(page).get('code') ?? '';
    expect((await tokenRequest(codeForm(foreign, code))).status).toBe(400);
  });
});

describe('Consent stays', () => {
  it('when the person ends a session of another client', async () => {
    const account = await newAccount();
    const { silently } = await allowed(account);
    await getTokens(account, { client: phone, changes: offline });
    await endSessions(await ownToken(account), phone.id, true);
    expect((await silently()).has('code')).toBe(true);
  });

  it('after a new password if the person keeps all sessions', async () => {
    const account = await newAccount();
    const { silently } = await allowed(account);
    const token = await ownToken(account);
    const body = { updates: { password: 'close-sesame' }, keepOtherSessions: true };
    expect((await put('/auth/user', { token, body })).status).toBe(200);
    expect((await silently()).has('code')).toBe(true);
  });

  it('when the client revokes its own tokens', async () => {
    const account = await newAccount();
    const { browser, silently } = await allowed(account);
    const { refresh_token: token } = await getTokens(account, { browser, client: foreign, changes: offline });
    const form = new URLSearchParams({ client_id: foreign.id, token });
    const address = `${server.url}/realms/qa1/protocol/openid-connect/revoke`;
    expect((await fetch(address, { method: 'POST', body: form })).status).toBe(200);
    expect((await silently()).has('code')).toBe(true);
  });
});
