import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
} from 'node:crypto';
import { api } from '../../../support/api';
import {
  decodeClaims,
  clients,
  endpoint,
  getTokens,
  issuer,
  newAccount,
  openBrowser,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  readTokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

type PublicKey = JsonWebKey & { kid: string };

async function publicKey(realm?: string): Promise<PublicKey> {
  const { keys } = (await (await fetch(endpoint('certs', realm))).json()) as { keys: PublicKey[] };
  return keys[0]!;
}

describe('The claims', () => {
  it('of an access token', async () => {
    const account = await newAccount({ roles: ['clinician'] });
    const { access_token: token } = await getTokens(account);
    expect(headerOf(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: (await publicKey()).kid });
    const claims = decodeClaims(token);
    expect(claims).toMatchObject({
      iss: issuer(),
      sub: account.userId,
      aud: 'account',
      azp: clients.web.id,
      typ: 'Bearer',
      session_state: claims.sid,
      auth_time: expect.any(Number),
      jti: expect.any(String),
      scope: 'openid email profile',
      realm_access: { roles: ['clinician'] },
      email: account.email,
      email_verified: true,
      preferred_username: account.email,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
    expect(claims).not.toHaveProperty('nonce');
    expect(claims).not.toHaveProperty('at_hash');
  });

  it('of an id token', async () => {
    const account = await newAccount();
    const tokens = await getTokens(account, { changes: { nonce: 'n-1' } });
    const claims = decodeClaims(tokens.id_token);
    const half = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16);
    expect(claims).toMatchObject({
      iss: issuer(),
      sub: account.userId,
      aud: clients.web.id,
      azp: clients.web.id,
      typ: 'ID',
      sid: tokens.session_state,
      session_state: tokens.session_state,
      nonce: 'n-1',
      at_hash: half.toString('base64url'),
      email: account.email,
      preferred_username: account.email,
    });
    expect(claims).not.toHaveProperty('scope');
    expect(claims).not.toHaveProperty('realm_access');
  });

  it('of a refresh token', async () => {
    const account = await newAccount();
    const { refresh_token: token, session_state: sid } = await getTokens(account);
    const claims = decodeClaims(token);
    expect(claims).toMatchObject({
      ...{ iss: issuer(), sub: account.userId, aud: issuer(), azp: clients.web.id, typ: 'Refresh' },
      ...{ sid, session_state: sid, scope: 'openid email profile' },
    });
    expect(claims).not.toHaveProperty('email');
    expect(claims).not.toHaveProperty('realm_access');
  });

  it('keep the time of the log-in if the session is shared', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const first = await getTokens(account, { browser });
    const second = await getTokens(account, { browser, client: clients.otherWeb });
    expect(decodeClaims(second.id_token).auth_time).toBe(decodeClaims(first.id_token).auth_time);
  });
});

describe('A forged token', () => {
  const forgeries: [string, (token: string) => Promise<string>][] = [
    [
      'with alg none',
      async (token) => `${encode({ ...headerOf(token), alg: 'none' })}.${token.split('.')[1]}.`,
    ],
    ['without signature', async (token) => token.split('.').slice(0, 2).join('.') + '.'],
    [
      'signed with the public key as an HMAC secret',
      async (token) => {
        const pem = createPublicKey({ key: await publicKey(), format: 'jwk' }).export({
          type: 'spki',
          format: 'pem',
        });
        const content = `${encode({ ...headerOf(token), alg: 'HS256' })}.${token.split('.')[1]}`;
        return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`;
      },
    ],
    [
      'signed with a key of its own',
      async (token) => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const content = token.split('.').slice(0, 2).join('.');
        return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
      },
    ],
    [
      'with a key inside its header',
      async (token) => {
        const { privateKey, publicKey: jwk } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const header = { alg: 'RS256', typ: 'JWT', jwk: jwk.export({ format: 'jwk' }) };
        const content = `${encode(header)}.${token.split('.')[1]}`;
        return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
      },
    ],
    [
      'with the key id of another realm',
      async (token) => {
        const [, payload, signature] = token.split('.');
        return `${encode({ ...headerOf(token), kid: (await publicKey('qa2')).kid })}.${payload}.${signature}`;
      },
    ],
    [
      'with another issuer',
      async (token) => {
        const [header, , signature] = token.split('.');
        return `${header}.${encode({ ...decodeClaims(token), iss: issuer('qa2') })}.${signature}`;
      },
    ],
    [
      'with another person',
      async (token) => {
        const [header, , signature] = token.split('.');
        return `${header}.${encode({ ...decodeClaims(token), sub: (await newAccount()).userId })}.${signature}`;
      },
    ],
  ];

  it.each(forgeries)('%s is refused everywhere', async (_case, forge) => {
    const tokens = await getTokens(await newAccount());
    const accessToken = await forge(tokens.access_token);
    expect(await statusAtApi(accessToken)).toBe(401);
    const userInfo = await fetch(endpoint('userinfo'), {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(userInfo.status).toBe(401);
    const refresh = await tokenRequest(refreshForm(clients.web, await forge(tokens.refresh_token)));
    expect(await readRefusal(refresh)).toEqual(refused('invalid_grant', 'Invalid refresh token'));
  });
});

describe('A token of one kind', () => {
  it('is never accepted as another', async () => {
    const tokens = await getTokens(await newAccount());
    for (const token of [tokens.id_token, tokens.refresh_token]) {
      expect(await statusAtApi(token)).toBe(401);
      const userInfo = await fetch(endpoint('userinfo'), { headers: { authorization: `Bearer ${token}` } });
      expect(userInfo.status).toBe(401);
    }
  });

  it('of every realm is accepted by the API, but otherwise only by its own realm', async () => {
    const { access_token: token } = await getTokens(await newAccount(), { realm: 'qa2' });
    expect(await statusAtApi(token)).toBe(200);
    const ask = (realm: string) =>
      fetch(endpoint('userinfo', realm), { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('qa2')).status).toBe(200);
    expect((await ask('qa1')).status).toBe(401);
  });
});

describe('The user info', () => {
  it("identifies the token's account", async () => {
    const account = await newAccount();
    const tokens = await readTokens(
      await tokenRequest(refreshForm(clients.web, (await getTokens(account)).refresh_token)),
    );
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const method of ['GET', 'POST']) {
      const response = await fetch(endpoint('userinfo'), { method, headers });
      expect(await response.json()).toEqual({
        sub: account.userId,
        email: account.email,
        email_verified: true,
        preferred_username: account.email,
      });
    }
  });

  it('has the name in the profile, as tokens do', async () => {
    const account = await newAccount();
    const first = await getTokens(account);
    const profile = await api(serverUnderTest()).put(`/metadata/${account.userId}/profile`, {
      token: first.access_token,
      body: { fullName: 'Ann Example', patient: { birthday: '2000-01-01' } },
    });
    expect(profile.status).toBe(200);
    const tokens = await readTokens(await tokenRequest(refreshForm(clients.web, first.refresh_token)));
    expect(decodeClaims(tokens.id_token)).toMatchObject({ name: 'Ann Example' });
    expect(decodeClaims(tokens.access_token)).toMatchObject({ name: 'Ann Example' });
    expect(decodeClaims(tokens.refresh_token)).not.toHaveProperty('name');
  });

  it('requires a token', async () => {
    const response = await fetch(endpoint('userinfo'));
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await readRefusal(response)).toEqual(refused('invalid_token', undefined, 401));
  });
});
