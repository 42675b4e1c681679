import { createHash } from 'node:crypto';
import { newAccount as newPerson } from '../../../support/accounts';
import { api } from '../../../support/api';
import type { BrowserTab } from '../../../support/browser-tab';
import { codeFor, newExternalPerson } from '../../../support/external-provider';
import { waitForMails } from '../../../support/mails';
import { logInAtProvider, returnFrom, readVisit } from '../../../support/provider-log-in';
import {
  readAnswer,
  decodeClaims,
  clients,
  codeForm,
  getTokens,
  issuer,
  newAccount,
  openBrowser,
  tokenRequest,
  readTokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const target = `${clients.web.redirectUri}profile?tab=1`;

const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('')).digest('base64url');

function linkAddress(session: string, changes: Record<string, string> = {}, alias = 'signing'): string {
  const nonce = 'any text';
  const parameters = {
    nonce,
    hash: hashOf(nonce, session, clients.web.id, alias),
    client_id: clients.web.id,
    redirect_uri: target,
    ...changes,
  };
  return `${issuer()}/broker/${alias}/link?${new URLSearchParams(parameters).toString()}`;
}

async function loggedIn() {
  const browser = openBrowser();
  const account = await newAccount();
  const { session_state: session, access_token: token } = await getTokens(account, { browser });
  expect(decodeClaims(token).session_state).toBe(session);
  return { browser, account, session };
}

async function link(browser: BrowserTab, session: string, person = newExternalPerson()) {
  const visit = readVisit(await browser.get(linkAddress(session)));
  return browser.get(returnFrom('signing', visit, { code: await codeFor(visit, person) }));
}

it("links the browser's account and redirects to the client", async () => {
  const { browser, account, session } = await loggedIn();
  const person = newExternalPerson();
  const answer = await link(browser, session, person);
  expect(answer).toMatchObject({ status: 303, location: target });
  const later = readAnswer(await logInAtProvider(person));
  const tokens = await readTokens(await tokenRequest(codeForm(clients.web, later.get('code') ?? '')));
  expect(decodeClaims(tokens.access_token).sub).toBe(account.userId);
});

it('tells the owner who can log in from now on, once', async () => {
  const { browser, account, session } = await loggedIn();
  const person = newExternalPerson();
  for (let time = 0; time < 2; time += 1) await link(browser, session, person);
  const [mail, ...others] = await waitForMails(server, account.email);
  expect(mail).toContain('Log-in of signing');
  expect(mail).toContain(person.email);
  expect(others).toEqual([]);
});

it('shows people their providers, and no one else', async () => {
  const { browser, account, session } = await loggedIn();
  await link(browser, session);
  const query =
    'query ($id: ID!) { user(id: $id) { identityProviders { alias displayName linkedTime lastUsedTime } } }';
  const variables = { id: account.userId };
  const { access_token: token } = await getTokens(account);
  const own = await api(server).graph(query, { token, variables });
  expect(own.body.data.user.identityProviders).toEqual([
    {
      alias: 'signing',
      displayName: 'Log-in of signing',
      linkedTime: expect.any(String),
      lastUsedTime: null,
    },
  ]);
  const friend = await newPerson(server);
  const shared = await api(server).post(`/access/${account.userId}/${friend.userId}`, {
    token,
    body: { view: {} },
  });
  expect(shared.status).toBe(200);
  const { body } = await api(server).graph(query, { token: friend.token, variables });
  expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
});

it('changes nothing if repeated', async () => {
  const { browser, session } = await loggedIn();
  const person = newExternalPerson();
  await link(browser, session, person);
  expect(await link(browser, session, person)).toMatchObject({ status: 303, location: target });
});

it('cannot link what is linked otherwise', async () => {
  const [one, other] = [await loggedIn(), await loggedIn()];
  const person = newExternalPerson();
  await link(one.browser, one.session, person);
  expect((await link(other.browser, other.session, person)).status).toBe(409);
  expect((await link(one.browser, one.session)).status).toBe(409);
});

it.each<[string, (session: string) => string]>([
  ['a wrong hash', (session) => linkAddress(session, { hash: hashOf('any text', session) })],
  ['no hash', (session) => linkAddress(session, { hash: '' })],
  ['the hash of another session', () => linkAddress('0123456789abcdef0123456789abcdef')],
  [
    'no nonce',
    (session) => linkAddress(session, { nonce: '', hash: hashOf('', session, 'blip', 'signing') }),
  ],
  ['an unknown provider', (session) => linkAddress(session, {}, 'nobody')],
  ['a provider that is switched off', (session) => linkAddress(session, {}, 'switched-off')],
  ['an unknown client', (session) => linkAddress(session, { client_id: 'nobody' })],
  [
    'a third-party client',
    (session) =>
      linkAddress(session, {
        client_id: clients.foreign.id,
        redirect_uri: clients.foreign.redirectUri,
        hash: hashOf('any text', session, clients.foreign.id, 'signing'),
      }),
  ],
  ['an unregistered URI', (session) => linkAddress(session, { redirect_uri: 'https://evil.test/' })],
])('is refused on a page with %s', async (_case, addressOf) => {
  const { browser, session } = await loggedIn();
  const { status, location, headers } = await browser.get(addressOf(session));
  expect({ status, location }).toEqual({ status: 400, location: null });
  expect(headers.get('content-type')).toContain('text/html');
});

it('is refused in a browser without session', async () => {
  const { session } = await loggedIn();
  expect((await openBrowser().get(linkAddress(session))).status).toBe(400);
});

it('is refused if the person has logged out in the meantime', async () => {
  const { browser, session } = await loggedIn();
  const visit = readVisit(await browser.get(linkAddress(session)));
  browser.cookies.delete('sso_session');
  const code = await codeFor(visit, newExternalPerson());
  expect((await browser.get(returnFrom('signing', visit, { code }))).status).toBe(400);
});

it('links nothing if the person cancels', async () => {
  const { browser, session } = await loggedIn();
  const visit = readVisit(await browser.get(linkAddress(session)));
  const answer = await browser.get(returnFrom('signing', visit, { error: 'access_denied' }));
  expect(answer).toMatchObject({ status: 400, location: null });
});

const unlink = async (token: string, alias: string) => {
  const { body } = await api(server).graph(
    'mutation ($input: UnlinkIdentityProviderInput!) { unlinkIdentityProvider(input: $input) { user { id identityProviders { alias } } } }',
    { token, variables: { input: { alias } } },
  );
  return body.data?.unlinkIdentityProvider?.user ?? body.errors[0].extensions.code;
};

it('can be undone by the owner, and ends what came from it', async () => {
  const { browser, account, session } = await loggedIn();
  const person = newExternalPerson();
  await link(browser, session, person);
  const later = readAnswer(await logInAtProvider(person));
  const foreign = await readTokens(await tokenRequest(codeForm(clients.web, later.get('code') ?? '')));
  const { access_token: token } = await getTokens(account);
  const stranger = await newPerson(server);
  expect(await unlink(stranger.token, 'signing')).toBe('NOT_FOUND');
  expect(await unlink(token, 'signing')).toEqual({ id: account.userId, identityProviders: [] });
  expect(await unlink(token, 'signing')).toBe('NOT_FOUND');
  const users = [foreign.access_token, token].map((each) => api(server).get('/auth/user', { token: each }));
  expect((await Promise.all(users)).map(({ status }) => status)).toEqual([401, 200]);
  // To the service, the same log-in now is one of a new person, who has to choose a role.
  const again = await logInAtProvider(person);
  expect(again).toMatchObject({ status: 200, location: null });
  expect(again.text).toContain('Who are you?');
});
