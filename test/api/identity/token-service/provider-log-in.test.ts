import { generateKeyPairSync } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { api } from '../../../support/api';
import type { PageAnswer } from '../../../support/browser-tab';
import {
  codeFor,
  issuerOfProvider,
  newExternalPerson,
  type ExternalPerson,
} from '../../../support/external-provider';
import { ownedDomain } from '../../../support/identity-providers-file';
import { signupKey, waitForMails } from '../../../support/mails';
import { logInAtProvider, returnFrom, visitByHint, readVisit } from '../../../support/provider-log-in';
import {
  readAnswer,
  authorizeAddress,
  decodeClaims,
  clients,
  codeForm,
  issuer,
  logIn,
  newAccount,
  openBrowser,
  statusAtApi,
  tokenRequest,
  readTokens,
} from '../../../support/realm';
import { registration } from '../../../support/provider-server';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const tokensAfter = async (answer: PageAnswer) =>
  readTokens(await tokenRequest(codeForm(clients.web, readAnswer(answer).get('code') ?? '')));

/** Chooses the purpose of the account and accepts the terms, as new people have to. */
async function finishSteps(browser: ReturnType<typeof openBrowser>, page: PageAnswer): Promise<PageAnswer> {
  expect(page.text).toContain('value="choose-role"');
  const terms = await browser.submit(page, { step: 'choose-role', role: 'clinician' });
  return browser.submit(terms, { step: 'accept-terms', agree: 'on', accept: 'on' });
}

/** A person who has logged in through a provider once. */
async function knownPerson(): Promise<ExternalPerson> {
  const person = newExternalPerson();
  const browser = openBrowser();
  const answer = await finishSteps(browser, await logInAtProvider(person, { browser }));
  expect(readAnswer(answer).get('code')).toEqual(expect.any(String));
  return person;
}

const failure = (status: number, text: string | RegExp) => ({
  status,
  headers: expect.anything(),
  location: null,
  text: expect.stringMatching(text),
});

describe('a log-in with an external identity provider', () => {
  it('redirects the browser there with state, nonce and a challenge, and nothing else of the client', async () => {
    const visit = await visitByHint({
      changes: { login_hint: 'me@elsewhere.example', state: 'of the client' },
    });
    expect(visit.origin + visit.pathname).toBe(`${issuerOfProvider('signing')}/authorize`);
    expect(Object.fromEntries(visit.searchParams)).toEqual({
      response_type: 'code',
      client_id: registration.clientId,
      redirect_uri: `${issuer()}/broker/signing/endpoint`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'me@elsewhere.example',
    });
  });

  it('creates an account for a new person, after the usual steps', async () => {
    const person = newExternalPerson();
    const browser = openBrowser();
    const answer = await finishSteps(browser, await logInAtProvider(person, { browser }));
    const tokens = await tokensAfter(answer);
    expect(decodeClaims(tokens.access_token)).toMatchObject({
      identity_provider: 'signing',
      email: person.email,
    });
    expect(decodeClaims(tokens.id_token)).toMatchObject({ identity_provider: 'signing', name: person.name });
    const { body } = await api(server).get('/auth/user', { token: tokens.access_token });
    expect(body).toMatchObject({ username: person.email, emailVerified: true });
    expect(body.termsAccepted).toEqual(expect.any(String));
    expect(body.roles.toSorted()).toEqual(['brokered', 'clinician']);
  });

  it('recognizes a person by their id there, even with a changed address', async () => {
    const person = await knownPerson();
    const email = newExternalPerson().email;
    const tokens = await tokensAfter(await logInAtProvider({ ...person, email }));
    expect(decodeClaims(tokens.access_token).email).toBe(person.email);
  });

  it('signs the browser on, and can be logged out like any other', async () => {
    const person = await knownPerson();
    const browser = openBrowser();
    const tokens = await tokensAfter(await logInAtProvider(person, { browser }));
    const again = await browser.get(authorizeAddress(clients.web, { prompt: 'none' }));
    expect(readAnswer(again).get('session_state')).toBe(tokens.session_state);
    const byOther = await tokensAfter(again);
    expect(decodeClaims(byOther.access_token).identity_provider).toBe('signing');
    await browser.get(
      `${issuer()}/protocol/openid-connect/logout?${new URLSearchParams({ id_token_hint: tokens.id_token }).toString()}`,
    );
    expect(await statusAtApi(tokens.access_token)).toBe(401);
  });

  it('remembers the last provider of a person', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const person = newExternalPerson({ email: account.email });
    const page = await logInAtProvider(person, { browser });
    const linked = await tokensAfter(await browser.submit(page, { password: account.password }));
    expect(decodeClaims(linked.access_token).identity_provider).toBe('signing');
    const byPassword = await logIn(browser, account, clients.web, { prompt: 'login' });
    const tokens = await tokensAfter(byPassword);
    expect(tokens.session_state).toBe(linked.session_state);
    expect(decodeClaims(tokens.access_token)).not.toHaveProperty('identity_provider');
  });

  it('requires a confirmed address if the provider is not trusted with it', async () => {
    const person = newExternalPerson();
    const browser = openBrowser();
    const page = await logInAtProvider(person, { browser, alias: 'distrusted' });
    expect(page.text).toContain('Confirm your email address');
    const [mail = ''] = await waitForMails(server, person.email);
    const { status } = await api(server).put(`/confirm/accept/signup/${signupKey(mail)}`, { body: {} });
    expect(status).toBe(200);
    const answer = await finishSteps(browser, await browser.submit(page, { step: 'check' }));
    expect(readAnswer(answer).get('code')).toEqual(expect.any(String));
  });

  it('requires a new log-in there if the client requests it', async () => {
    const visit = await visitByHint({ changes: { prompt: 'login' } });
    expect(visit.searchParams.get('prompt')).toBe('login');
  });

  it('fails without a page if none may be shown', async () => {
    const address = authorizeAddress(clients.web, { kc_idp_hint: 'signing', prompt: 'none' });
    expect(readAnswer(await openBrowser().get(address)).get('error')).toBe('login_required');
  });
});

describe('the log-in page', () => {
  it("offers the client's providers", async () => {
    const { text } = await openBrowser().get(authorizeAddress(clients.web));
    expect(text).toContain('Log in with Log-in of signing');
    expect(text).toContain('Log in with Log-in of telling');
    expect(text).not.toContain('switched-off');
    const choosy = { id: 'choosy-app', redirectUri: 'https://web.example/' };
    const other = (await openBrowser().get(authorizeAddress(choosy))).text;
    expect(other).toContain('Log-in of telling');
    expect(other).not.toContain('Log-in of signing');
  });

  it('redirects to the chosen provider', async () => {
    const browser = openBrowser();
    const { text } = await browser.get(authorizeAddress(clients.web));
    const link = /href="([^"]*\/broker\/signing\/login[^"]*)"/.exec(text)?.[1] ?? '';
    const visit = readVisit(await browser.get(link));
    const person = newExternalPerson();
    const code = await codeFor(visit, person);
    const answer = await finishSteps(browser, await browser.get(returnFrom('signing', visit, { code })));
    expect(readAnswer(answer).get('code')).toEqual(expect.any(String));
  });

  it('redirects to the provider that an address belongs to, whatever the password', async () => {
    const browser = openBrowser();
    const email = `somebody@${ownedDomain.toUpperCase()}`;
    const page = await browser.submit(await browser.get(authorizeAddress(clients.web)), {
      username: email,
      password: '',
    });
    const target = /^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? '';
    const visit = readVisit(await browser.get(target));
    expect(visit.pathname).toBe('/owning/authorize');
    expect(visit.searchParams.get('login_hint')).toBe(email);
  });

  it.each(['nobody', 'switched-off'])('is shown for the hint %s', async (hint) => {
    const page = await openBrowser().get(authorizeAddress(clients.web, { kc_idp_hint: hint }));
    expect(page.status).toBe(200);
    expect(page.text).toContain('kc-form-login');
  });

  it('is shown for a provider that the client may not use', async () => {
    const choosy = { id: 'choosy-app', redirectUri: 'https://web.example/' };
    const browser = openBrowser();
    const page = await browser.get(authorizeAddress(choosy, { kc_idp_hint: 'signing' }));
    expect(page.text).toContain('kc-form-login');
    const attempt = /attempt=([0-9a-f]{32})/.exec(page.text)?.[1] ?? '';
    const answer = await browser.get(`${issuer()}/broker/signing/login?attempt=${attempt}`);
    expect(answer).toEqual(failure(400, /does not allow/));
  });
});

describe('returning from a provider', () => {
  it('works once', async () => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser });
    const address = returnFrom('signing', visit, { code: await codeFor(visit, newExternalPerson()) });
    const answers = await Promise.all([browser.get(address), browser.get(address), browser.get(address)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await browser.get(address)).toEqual(failure(400, /expired or is already finished/));
  });

  it('creates one account for two browsers that return concurrently', async () => {
    const person = newExternalPerson();
    const pages = await Promise.all([logInAtProvider(person), logInAtProvider(person)]);
    expect(pages.map(({ text }) => text.includes('choose-role'))).toEqual([true, true]);
  });

  it.each<[string, (visit: URL) => string]>([
    ['without a state', (visit) => returnFrom('signing', visit, { state: '', code: 'x' })],
    ['with another state', (visit) => returnFrom('signing', visit, { state: 'guess', code: 'x' })],
    ['by another provider', (visit) => returnFrom('telling', visit, { code: 'x' })],
    ['to another realm', (visit) => returnFrom('signing', visit, { code: 'x' }, 'qa2')],
    ['with two codes', (visit) => `${returnFrom('signing', visit, { code: 'x' })}&code=y`],
  ])('is refused %s', async (_case, addressOf) => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser });
    expect(await browser.get(addressOf(visit))).toEqual(failure(400, /expired or is already finished/));
  });

  it('is refused in another browser', async () => {
    const visit = await visitByHint();
    const address = returnFrom('signing', visit, { code: await codeFor(visit, newExternalPerson()) });
    const other = openBrowser();
    expect(await other.get(address)).toEqual(failure(400, /expired/));
    await other.get(authorizeAddress(clients.web));
    expect(await other.get(address)).toEqual(failure(400, /expired/));
  });

  it.each<[string, object, object?]>([
    ['another nonce', { nonce: 'of another visit' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-app' }],
    ['another issuer', { iss: 'https://login.example.org' }],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 600 }],
    ['nobody', { sub: undefined }],
    ['another signature', {}, { key: foreignKey() }],
    [
      'a symmetric signature',
      {},
      { key: new TextEncoder().encode(registration.clientSecret), algorithm: 'HS256' },
    ],
  ])('is refused if the provider returns %s', async (_case, changes, signature = {}) => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser });
    const code = await codeFor(visit, { ...newExternalPerson(), ...changes }, signature);
    expect(await browser.get(returnFrom('signing', visit, { code }))).toEqual(
      failure(400, /has not confirmed who you are/),
    );
  });

  it('is refused with an invalid code', async () => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser });
    expect(await browser.get(returnFrom('signing', visit, { code: 'guess' }))).toEqual(
      failure(400, /has not confirmed who you are/),
    );
  });

  it('is refused if the provider returns no address', async () => {
    const page = await logInAtProvider({ ...newExternalPerson(), email: undefined });
    expect(page).toEqual(failure(400, /did not provide a valid email address/));
  });

  it('redirects to the client if the person cancels', async () => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser, changes: { state: 'mine' } });
    const answer = readAnswer(await browser.get(returnFrom('signing', visit, { error: 'access_denied' })));
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 'mine' });
  });

  it('ends on a page if the provider fails', async () => {
    const browser = openBrowser();
    const visit = await visitByHint({ browser });
    expect(await browser.get(returnFrom('signing', visit, { error: 'server_error' }))).toEqual(
      failure(400, /has not confirmed who you are/),
    );
  });

  function foreignKey(): CryptoKey {
    return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey as unknown as CryptoKey;
  }
});

describe('a provider', () => {
  it.each(['gone', 'garbage', 'silent'])('that is %s results in a page', async (alias) => {
    const page = await openBrowser().get(authorizeAddress(clients.web, { kc_idp_hint: alias }));
    expect(page).toEqual(failure(502, /cannot be reached/));
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it.each(['nobody', 'switched-off'])('that is unavailable (%s) results in a page', async (alias) => {
    for (const route of ['login', 'endpoint']) {
      expect((await openBrowser().get(`${issuer()}/broker/${alias}/${route}`)).status).toBe(404);
    }
  });
});
