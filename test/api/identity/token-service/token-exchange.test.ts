import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportPKCS8, type CryptoKey } from 'jose';
import { newServerToken, logIn as logInAtApi } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accessToken,
  idToken,
  issuerOfProvider,
  newExternalPerson,
  providerKey,
} from '../../../support/external-provider';
import { ownedDomain } from '../../../support/identity-providers-file';
import {
  decodeClaims,
  clients,
  newAccount,
  readRefusal,
  refused,
  refreshForm,
  statusAtApi,
  tokenRequest,
  readTokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const partner = { id: 'exchange-partner', secret: 'secret of the exchange', redirectUri: '' };
const types = 'urn:ietf:params:oauth:token-type';

const exchange = (form: Record<string, string>, client: { id: string; secret?: string } = partner) =>
  tokenRequest({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: client.id,
    ...(client.secret !== undefined && { client_secret: client.secret }),
    ...form,
  });

const byAccessToken = (token: string, alias = 'signing', extra: Record<string, string> = {}) =>
  exchange({
    subject_token: token,
    subject_token_type: `${types}:access_token`,
    subject_issuer: alias,
    ...extra,
  });

const byJwt = (token: string, extra: Record<string, string> = {}) =>
  exchange({ subject_token: token, subject_token_type: `${types}:jwt`, ...extra });

const notValidated = refused('invalid_token', 'The subject_token could not be validated');

const ownUser = async (token: string) => (await api(server).get('/auth/user', { token })).body;

async function statusOfAccount(email: string): Promise<number> {
  const token = await newServerToken(server);
  return (await api(server).get(`/auth/user/${encodeURIComponent(email)}`, { token })).status;
}

describe("a provider's access token", () => {
  it('creates an account for the person at the provider, and returns tokens for it', async () => {
    const person = newExternalPerson();
    const tokens = await readTokens(await byAccessToken(accessToken(person), 'signing', { scope: 'openid' }));
    expect(tokens).toMatchObject({
      issued_token_type: `${types}:refresh_token`,
      token_type: 'Bearer',
      scope: 'openid email profile',
      refresh_token: expect.any(String),
    });
    expect(tokens.expires_in).toBeLessThanOrEqual(600);
    expect(decodeClaims(tokens.access_token)).toMatchObject({
      identity_provider: 'signing',
      email: person.email,
      name: person.name,
      azp: partner.id,
    });
    expect(decodeClaims(tokens.id_token)).toMatchObject({ identity_provider: 'signing' });
    const user = await ownUser(tokens.access_token);
    expect(user).toMatchObject({ username: person.email, emails: [person.email], emailVerified: true });
    expect(user.roles.toSorted()).toEqual(['brokered', 'patient']);
    const data = await api(server).get('/auth/token', { token: tokens.access_token });
    expect(data.body).toMatchObject({ isserver: false, identityProvider: 'signing' });
  });

  it("returns tokens that can be refreshed and keep the person's provider", async () => {
    const tokens = await readTokens(await byAccessToken(accessToken(newExternalPerson())));
    expect(tokens).not.toHaveProperty('id_token');
    const renewed = await readTokens(await tokenRequest(refreshForm(partner, tokens.refresh_token)));
    expect(decodeClaims(renewed.access_token)).toMatchObject({
      identity_provider: 'signing',
      sub: decodeClaims(tokens.access_token).sub,
    });
  });

  it('leads to the same account next time, even with a new address', async () => {
    const person = newExternalPerson();
    const first = await readTokens(await byAccessToken(accessToken(person)));
    const later = { ...person, email: newExternalPerson().email };
    const second = await readTokens(await byAccessToken(accessToken(later)));
    expect(decodeClaims(second.access_token).sub).toBe(decodeClaims(first.access_token).sub);
    expect((await ownUser(second.access_token)).username).toBe(person.email);
  });

  it('returns only an access token on request', async () => {
    const answer = await byAccessToken(accessToken(newExternalPerson()), 'signing', {
      requested_token_type: `${types}:access_token`,
    });
    const tokens = await readTokens(answer);
    expect(tokens).toMatchObject({ issued_token_type: `${types}:access_token`, refresh_expires_in: 0 });
    expect(tokens).not.toHaveProperty('refresh_token');
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('is the default type', async () => {
    const answer = await exchange({
      subject_token: accessToken(newExternalPerson()),
      subject_issuer: 'signing',
    });
    expect((await readTokens(answer)).access_token).toEqual(expect.any(String));
  });

  it('can name the provider by its URL', async () => {
    const answer = await byAccessToken(accessToken(newExternalPerson()), issuerOfProvider('signing'));
    expect(answer.status).toBe(200);
  });

  it('creates one account for several concurrent exchanges', async () => {
    const token = accessToken(newExternalPerson());
    const answers = await Promise.all(Array.from({ length: 5 }, () => byAccessToken(token)));
    const subjects = await Promise.all(
      answers.map(async (answer) => decodeClaims((await readTokens(answer)).access_token).sub),
    );
    expect(new Set(subjects).size).toBe(1);
  });

  it.each([
    ['the provider is not trusted with addresses', 'distrusted', true],
    ['the provider says that it is not verified', 'signing', false],
    ['the provider says so as a text', 'signing', 'False'],
    ['the provider says something else', 'signing', 0],
    ['it belongs to the domain of another provider', 'signing', true, ownedDomain],
  ])(
    'creates an account with an unverified address if %s',
    async (_case, alias, isVerified, domain = 'elsewhere.example') => {
      const email = `${randomUUID()}@${domain}`;
      const person = newExternalPerson({ email, email_verified: isVerified });
      const tokens = await readTokens(await byAccessToken(accessToken(person), alias));
      expect(await ownUser(tokens.access_token)).toMatchObject({ emailVerified: false });
    },
  );

  it.each([
    ['the provider does not know it', accessToken({ error: 'invalid_token' }, { status: 401 }), 'signing'],
    ['the response identifies no one', accessToken({ email: 'somebody@elsewhere.example' }), 'signing'],
  ])('is refused if %s', async (_case, token, alias) => {
    expect(await readRefusal(await byAccessToken(token, alias))).toEqual(notValidated);
  });

  it.each([
    ['the provider fails', accessToken({}, { status: 500 }), 'signing'],
    ['the answer is no claims', accessToken('no JSON'), 'signing'],
    ['the provider is down', accessToken(newExternalPerson()), 'gone'],
    ['the provider talks nonsense', accessToken(newExternalPerson()), 'garbage'],
    ['the provider does not answer', accessToken(newExternalPerson()), 'silent'],
  ])('gets a response with Retry-After if %s', async (_case, token, alias) => {
    const answer = await byAccessToken(token, alias);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await readRefusal(answer)).toEqual(
      refused('temporarily_unavailable', 'The identity provider cannot be reached', 503),
    );
  });

  it.each([
    ['missing', { email: undefined }],
    ['no address', { email: 'somebody' }],
    ['another one in lower case', { email: '\u212Aate@elsewhere.example' }],
  ])('is refused if the address is %s', async (_case, changes) => {
    const answer = await byAccessToken(accessToken({ ...newExternalPerson(), ...changes }));
    expect(await readRefusal(answer)).toEqual(
      refused('invalid_token', 'The subject_token does not contain a valid email address'),
    );
  });

  it('is refused if the address belongs to an account, which stays unchanged', async () => {
    const owner = await newAccount();
    const person = newExternalPerson({ email: owner.email.toUpperCase() });
    for (const attempt of [1, 2]) {
      const answer = await byAccessToken(accessToken(person));
      expect({ attempt, ...(await readRefusal(answer)) }).toEqual({
        attempt,
        ...refused('invalid_token', 'User already exists'),
      });
    }
    expect((await logInAtApi(server, owner.email, owner.password)).body.roles).toEqual(['patient']);
  });
});

describe("a provider's JSON Web Token", () => {
  it('is verified by its signature', async () => {
    const person = newExternalPerson();
    const tokens = await readTokens(await byJwt(await idToken(person)));
    expect(decodeClaims(tokens.access_token)).toMatchObject({
      identity_provider: 'signing',
      email: person.email,
    });
  });

  it('may be for another registered client of the provider', async () => {
    const token = await idToken({ ...newExternalPerson(), aud: ['x', 'partner-app'] });
    expect((await byJwt(token)).status).toBe(200);
  });

  it('can name the provider by its alias', async () => {
    expect((await byJwt(await idToken({ ...newExternalPerson(), iss: 'signing' }))).status).toBe(200);
  });

  it('is presented to the provider if signatures are not verified', async () => {
    const person = newExternalPerson();
    const unsigned = (sub: string) =>
      [{ alg: 'RS256' }, { iss: issuerOfProvider('telling'), sub }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat(accessToken(person))
        .join('.');
    const tokens = await readTokens(await byJwt(unsigned(person.sub)));
    expect(decodeClaims(tokens.access_token)).toMatchObject({ email: person.email });
    expect(await readRefusal(await byJwt(unsigned('somebody-else')))).toEqual(notValidated);
  });

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => idToken({ ...newExternalPerson(), exp: Math.floor(Date.now() / 1000) - 1 })],
    ['never expires', () => idToken({ ...newExternalPerson(), exp: undefined })],
    ['names nobody', () => idToken({ ...newExternalPerson(), sub: undefined })],
    ['was made for others', () => idToken({ ...newExternalPerson(), aud: 'another-app' })],
    ['has no audience', () => idToken({ ...newExternalPerson(), aud: undefined })],
    ['is not valid yet', () => idToken({ ...newExternalPerson(), nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['has another signature', () => idToken(newExternalPerson(), { key: foreignKey() })],
    ['names an unknown key', () => idToken(newExternalPerson(), { key: foreignKey(), kid: 'second' })],
    ['is signed with the public key as a secret', hs256],
    ['is not signed', unsigned],
  ])('is refused if it %s', async (_case, token) => {
    expect(await readRefusal(await byJwt(await token()))).toEqual(notValidated);
  });

  it('is refused if it is from a realm of this service', async () => {
    const { access_token: token } = await readTokens(await byAccessToken(accessToken(newExternalPerson())));
    expect(await readRefusal(await byJwt(token))).toEqual(
      refused('invalid_issuer', 'Invalid subject_issuer parameter'),
    );
  });

  const foreignKey = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey as unknown as CryptoKey;

  async function hs256(): Promise<string> {
    const key = createPublicKey({ key: await exportPKCS8(await providerKey()), format: 'pem' });
    const secret = new TextEncoder().encode(key.export({ type: 'spki', format: 'pem' }).toString());
    return idToken(newExternalPerson(), { key: secret, algorithm: 'HS256' });
  }

  async function unsigned(): Promise<string> {
    const [, payload = ''] = (await idToken(newExternalPerson())).split('.');
    return `${Buffer.from('{"alg":"none","kid":"first"}').toString('base64url')}.${payload}.`;
  }
});

describe('the exchange request', () => {
  it.each([
    ['a missing token', { subject_token: '' }, 'invalid_request', 'Missing form parameter: subject_token'],
    ['a missing issuer', { subject_issuer: '' }, 'invalid_request', undefined],
    ['an unknown issuer', { subject_issuer: 'nobody' }, 'invalid_issuer', 'Invalid subject_issuer parameter'],
    [
      'a provider that is switched off',
      { subject_issuer: 'switched-off' },
      'invalid_issuer',
      'Invalid subject_issuer parameter',
    ],
    ['an unknown kind of token', { subject_token_type: `${types}:saml2` }, 'invalid_request', undefined],
    [
      'an unsupported kind of token',
      { requested_token_type: `${types}:id_token` },
      'invalid_request',
      'requested_token_type unsupported',
    ],
    ['text as a JSON Web Token', { subject_token_type: `${types}:jwt` }, 'invalid_request', undefined],
  ])('is refused with %s', async (_case, changes, error, description) => {
    const person = newExternalPerson();
    const answer = await byAccessToken(accessToken(person), 'signing', changes);
    expect(await readRefusal(answer)).toEqual(refused(error, description));
    expect(await statusOfAccount(person.email)).toBe(404);
  });

  it.each<[string, { id: string; secret?: string }, string]>([
    ['a public client', { id: 'public-exchanger' }, 'signing'],
    ['a client without the grant', clients.web, 'signing'],
    ['a client with a secret and without the grant', clients.partner, 'signing'],
    ['a client that does not list the provider', partner, 'unlisted'],
  ])('is refused for %s', async (_case, client, alias) => {
    const form = { subject_token: accessToken(newExternalPerson()), subject_issuer: alias };
    expect(await readRefusal(await exchange(form, client))).toEqual(
      refused('access_denied', 'Client not allowed to exchange', 403),
    );
  });

  it('is refused with a wrong secret', async () => {
    const answer = await exchange({ subject_token: randomUUID() }, { ...partner, secret: 'guess' });
    expect(await readRefusal(answer)).toEqual(
      refused('invalid_client', 'Invalid client or Invalid client credentials', 401),
    );
  });
});
