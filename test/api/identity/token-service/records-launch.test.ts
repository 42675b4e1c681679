import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import {
  accessToken,
  codeFor,
  issuerOfProvider,
  newExternalPerson,
  type ExternalPerson,
} from '../../../support/external-provider';
import { returnFrom, readVisit } from '../../../support/provider-log-in';
import {
  readAnswer,
  authorizeAddress,
  decodeClaims,
  clients,
  codeForm,
  endpoint,
  getTokens,
  issuer,
  newAccount,
  openBrowser,
  refreshForm,
  tokenRequest,
  readTokens,
  type Tokens,
} from '../../../support/realm';
import type { Script } from '../../../support/provider-server';

const launched = { id: 'blip-smart-on-fhir', redirectUri: 'http://localhost:3000/' };

/** Patient data in a health record system. */
const record = (id: string, changes: object = {}) => ({
  resourceType: 'Patient',
  id,
  name: [
    { use: 'old', family: 'Before', given: ['Ann'] },
    { use: 'official', family: 'Lee', given: ['Anna', 'Maria'] },
  ],
  identifier: [
    { type: { coding: [{ code: 'SS' }] }, value: '999-99-9999' },
    { use: 'old', type: { coding: [{ code: 'MR' }] }, value: 'MRN-0' },
    { use: 'usual', type: { coding: [{ code: 'MR' }] }, value: `MRN-${id}` },
  ],
  birthDate: '1984-02-29',
  ...changes,
});

const shown = (id: string) => ({
  id,
  firstName: 'Anna',
  lastName: 'Lee',
  mrn: `MRN-${id}`,
  dob: '1984-02-29',
  timestamp: expect.any(Number) as number,
});

const launchAddress = (changes: Record<string, string | undefined> = {}): string =>
  authorizeAddress(launched, {
    iss: issuerOfProvider('signing'),
    launch: 'handle of the system',
    aud: 'https://records.example/fhir',
    correlation_id: 'first',
    ...changes,
  });

interface Launch {
  browser?: BrowserTab;
  person?: ExternalPerson;
  changes?: Record<string, string | undefined>;
  /** Additional fields of the token response; by default the patient `p1` is open. */
  context?: object;
  patient?: Script | 'silent';
}

/** A health record system launches the client, and the browser returns from its log-in. */
async function launch({
  browser = openBrowser(),
  person = newExternalPerson(),
  changes,
  context = { patient: 'p1' },
  patient = { body: record('p1') },
}: Launch = {}): Promise<PageAnswer> {
  const visit = readVisit(await browser.get(launchAddress(changes)));
  const access_token = accessToken(person, { patient });
  const code = await codeFor(visit, person, {}, { access_token, ...context });
  return browser.get(returnFrom('signing', visit, { code }));
}

async function tokensAfter(page: PageAnswer): Promise<Tokens> {
  return readTokens(await tokenRequest(codeForm(launched, readAnswer(page).get('code') ?? '')));
}

/** A person with an existing account, linked with the health record system. */
async function knownPerson(): Promise<ExternalPerson> {
  const account = await newAccount({ roles: ['clinician'] });
  const person = newExternalPerson({ email: account.email });
  const browser = openBrowser();
  const page = await launch({ browser, person, changes: { correlation_id: 'before' } });
  readAnswer(await browser.submit(page, { password: account.password }));
  return person;
}

const claimOf = ({ id_token: token }: Tokens): unknown => decodeClaims(token)['smart-on-fhir'];

describe('a client launched from a health record system', () => {
  it('redirects the browser to the log-in of that system, with its launch parameters', async () => {
    const { origin, pathname, searchParams } = readVisit(await openBrowser().get(launchAddress()));
    expect(origin + pathname).toBe(`${issuerOfProvider('signing')}/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      launch: 'handle of the system',
      aud: 'https://records.example/fhir',
      scope: 'openid email profile launch patient/Patient.read',
      redirect_uri: `${issuer()}/broker/signing/endpoint`,
    });
  });

  it('redirects there even with a session here', async () => {
    const browser = openBrowser();
    await getTokens(await newAccount(), { browser });
    const visit = readVisit(await browser.get(launchAddress()));
    expect(visit.pathname).toBe('/signing/authorize');
  });

  it('gets the open patient in the id token, and in a refreshed one', async () => {
    const tokens = await tokensAfter(await launch({ person: await knownPerson() }));
    expect(claimOf(tokens)).toEqual({ patients: { first: shown('p1') } });
    const refreshed = await readTokens(await tokenRequest(refreshForm(launched, tokens.refresh_token)));
    expect(claimOf(refreshed)).toEqual(claimOf(tokens));
  });

  it('gets it although steps were pending and the account was not linked', async () => {
    const account = await newAccount({ roles: ['clinician'] });
    const browser = openBrowser();
    const page = await launch({ browser, person: newExternalPerson({ email: account.email }) });
    const tokens = await tokensAfter(await browser.submit(page, { password: account.password }));
    expect(claimOf(tokens)).toEqual({ patients: { first: shown('p1') } });
  });

  it.each([
    ['with a password', 'login-actions/authenticate', { username: '', password: '' }],
    ['at another provider', 'broker/distrusted/login', undefined],
    ['as a new person', 'login-actions/registration', undefined],
  ])('cannot be continued by somebody else, %s', async (_how, path, form) => {
    const [account, other] = [await newAccount(), await newAccount()];
    const browser = openBrowser();
    const page = await launch({ browser, person: newExternalPerson({ email: account.email }) });
    const attempt = /attempt=([0-9a-f]{32})/.exec(page.text)?.[1] ?? '';
    const address = `${issuer()}/${path}?attempt=${attempt}`;
    const entered = { ...form, username: other.email, password: other.password };
    const answer = await (form ? browser.post(address, entered) : browser.get(address));
    expect({ status: answer.status, location: answer.location }).toEqual({ status: 400, location: null });
  });

  it('gets every launch of the session, the latest under each name', async () => {
    const person = await knownPerson();
    const browser = openBrowser();
    const first = await tokensAfter(await launch({ browser, person }));
    const open = (correlation_id: string, id: string) =>
      launch({
        ...{ browser, person, changes: { correlation_id } },
        ...{ context: { patient: id }, patient: { body: record(id) } },
      });
    await open('second', 'p2');
    const tokens = await tokensAfter(await open('first', 'p3'));
    expect(tokens.session_state).toBe(first.session_state);
    expect(claimOf(tokens)).toEqual({ patients: { first: shown('p3'), second: shown('p2') } });
  });

  it('gets nothing about launches in other sessions', async () => {
    const person = await knownPerson();
    await launch({ person });
    const tokens = await tokensAfter(await launch({ person, changes: { correlation_id: 'other' } }));
    expect(claimOf(tokens)).toEqual({ patients: { other: shown('p1') } });
  });

  it('is the only one that gets it, and only in the id token', async () => {
    const browser = openBrowser();
    const tokens = await tokensAfter(await launch({ browser, person: await knownPerson() }));
    const page = await browser.get(authorizeAddress(clients.web, { prompt: 'none' }));
    const form = codeForm(clients.web, readAnswer(page).get('code') ?? '');
    const others = await readTokens(await tokenRequest(form));
    expect(others.session_state).toBe(tokens.session_state);
    const userInfo = await fetch(endpoint('userinfo'), {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    const told = [
      ...[tokens.access_token, tokens.refresh_token].map(decodeClaims),
      ...[others.access_token, others.id_token, others.refresh_token].map(decodeClaims),
      await userInfo.json(),
    ];
    expect(JSON.stringify(told)).not.toContain('MRN-');
  });

  it.each<[string, object]>([
    ['a patient who has logged in', { fhirUser: 'Patient/p1' }],
    ['one by the whole address', { fhirUser: `${issuerOfProvider('signing')}/Patient/p1` }],
  ])('gets %s', async (_case, context) => {
    const tokens = await tokensAfter(await launch({ person: await knownPerson(), context }));
    expect(claimOf(tokens)).toEqual({ patients: { first: shown('p1') } });
  });

  it.each<[string, object]>([
    ['none is open', {}],
    ['a practitioner has logged in', { fhirUser: 'Practitioner/p1' }],
    ['the record is elsewhere', { fhirUser: 'https://elsewhere.example/Patient/p1' }],
    ['the id leads elsewhere', { patient: '../userinfo' }],
  ])('gets no patient if %s', async (_case, context) => {
    const tokens = await tokensAfter(await launch({ person: await knownPerson(), context }));
    expect(claimOf(tokens)).toEqual({ patients: {} });
  });

  it('gets nothing that the record does not clearly state', async () => {
    const body = record('p1', {
      name: 'Anna Lee',
      identifier: [{ type: { coding: [{ code: 'SS' }] }, value: '999-99-9999' }, { value: '17' }],
      birthDate: '1984-02',
    });
    const tokens = await tokensAfter(await launch({ person: await knownPerson(), patient: { body } }));
    expect(claimOf(tokens)).toEqual({
      patients: { first: { id: 'p1', timestamp: expect.any(Number) } },
    });
  });

  it.each<[string, number, RegExp, Script | 'silent']>([
    ['refuses', 400, /has not confirmed/, { status: 403, body: {} }],
    ['fails', 502, /cannot be reached/, { status: 500, body: {} }],
    ['answers what makes no sense', 502, /cannot be reached/, { body: '<h1>Out of order</h1>' }],
    ['answers with something else', 502, /cannot be reached/, { body: { resourceType: 'Bundle', id: 'p1' } }],
    ['answers with another patient', 502, /cannot be reached/, { body: record('p2') }],
    ['never answers', 502, /cannot be reached/, 'silent'],
  ])('gets no code if the system %s', async (_case, status, text, patient) => {
    const page = await launch({ person: await knownPerson(), patient });
    expect(page).toMatchObject({ status, location: null, text: expect.stringMatching(text) });
  });
});

describe('a launch', () => {
  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['without a system', { iss: undefined }, /did not name the health record system/],
    ['without a name', { correlation_id: undefined }, /did not identify the launch/],
    ['with a name with a space', { correlation_id: 'a b' }, /did not identify the launch/],
    ['with too long a name', { correlation_id: 'x'.repeat(256) }, /did not identify the launch/],
    ['of an unknown system', { iss: 'https://elsewhere.example' }, /is unknown/],
    ['of a system by its alias', { iss: 'signing' }, /is unknown/],
    ['of a system that is switched off', { iss: issuerOfProvider('switched-off') }, /is unknown/],
  ])('%s results in a page', async (_case, changes, text) => {
    const page = await openBrowser().get(launchAddress(changes));
    expect(page).toMatchObject({ status: 400, location: null, text: expect.stringMatching(text) });
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it.each([
    ['down', 'http://127.0.0.1:1'],
    ['out of order', issuerOfProvider('garbage')],
  ])('of a system that is %s results in a page', async (_case, iss) => {
    expect((await openBrowser().get(launchAddress({ iss }))).status).toBe(502);
  });

  it("may have a trailing slash in the system's URL", async () => {
    const page = await openBrowser().get(launchAddress({ iss: `${issuerOfProvider('signing')}/` }));
    expect(readVisit(page).pathname).toBe('/signing/authorize');
  });

  it('is impossible in silent requests', async () => {
    const page = await openBrowser().get(launchAddress({ prompt: 'none' }));
    expect(readAnswer(page).get('error')).toBe('login_required');
  });

  it('is not needed for a silent request', async () => {
    const browser = openBrowser();
    await launch({ browser, person: await knownPerson() });
    const page = await browser.get(authorizeAddress(launched, { prompt: 'none' }));
    expect(claimOf(await tokensAfter(page))).toEqual({ patients: { first: shown('p1') } });
  });

  it('is ignored for other clients', async () => {
    const { id, redirectUri } = clients.web;
    const page = await openBrowser().get(launchAddress({ client_id: id, redirect_uri: redirectUri }));
    expect(page.text).toContain('kc-form-login');
  });

  it('can return once', async () => {
    const browser = openBrowser();
    const visit = readVisit(await browser.get(launchAddress()));
    const person = newExternalPerson();
    const access_token = accessToken(person, { patient: { body: record('p1') } });
    const code = await codeFor(visit, person, {}, { access_token, patient: 'p1' });
    const address = returnFrom('signing', visit, { code });
    expect((await browser.get(address)).status).toBe(200);
    expect((await browser.get(address)).status).toBe(400);
  });
});
