import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  decodeClaims,
  clients,
  endpoint,
  newAccount,
  postForm,
  readRefusal,
  refused,
  statusAtApi,
  testRealm,
  tokenRequest,
  readTokens,
  type Tokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const backend = { client_id: 'backend', client_secret: server.serverSecret };
const program = { client_id: 'clinic-program', client_secret: 'secret of the program' };

const ask = (client: Record<string, string>, extra: Record<string, string> = {}, realm = testRealm) =>
  tokenRequest({ grant_type: 'client_credentials', ...client, ...extra }, {}, realm);

const tokensFor = async (
  client: Record<string, string>,
  extra: Record<string, string> = {},
  realm = testRealm,
): Promise<Tokens> => readTokens(await ask(client, extra, realm));

const tokenData = async (token: string) => (await api(server).get('/auth/token', { token })).body;

describe('a trusted server', () => {
  it('gets a token for 36 hours that passes owner checks, and no refresh token', async () => {
    const tokens = await tokensFor(backend);
    expect(tokens).toMatchObject({
      expires_in: 36 * 3600,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      scope: 'email profile',
      'not-before-policy': 0,
    });
    expect(tokens).not.toHaveProperty('refresh_token');
    expect(tokens).not.toHaveProperty('id_token');
    expect(decodeClaims(tokens.access_token)).toMatchObject({
      azp: 'backend',
      typ: 'Bearer',
      aud: 'account',
      realm_access: { roles: ['backend_service'] },
      preferred_username: 'service-account-backend',
    });

    const token = tokens.access_token;
    expect(await tokenData(token)).toEqual({
      isserver: true,
      userid: expect.stringMatching(uuid),
      expires_at: decodeClaims(token).exp,
    });
    const { userId } = await newAccount();
    expect((await api(server).get(`/auth/user/${userId}`, { token })).status).toBe(200);
  });

  it('has a permanent id in a realm', async () => {
    const [one, other, elsewhere] = await Promise.all([
      tokensFor(backend),
      tokensFor(backend),
      tokensFor(backend, {}, 'qa2'),
    ]);
    const subject = decodeClaims(one.access_token).sub;
    expect(decodeClaims(other.access_token).sub).toBe(subject);
    expect(decodeClaims(elsewhere.access_token).sub).not.toBe(subject);
  });

  it('can have tokens with another lifetime', async () => {
    const tokens = await tokensFor({ client_id: 'lasting-server', client_secret: 'secret of the server' });
    expect(tokens.expires_in).toBe(7200);
    expect((await tokenData(tokens.access_token)).isserver).toBe(true);
  });

  it('can revoke its token', async () => {
    const { access_token: token } = await tokensFor(backend);
    expect((await tokenData(token)).isserver).toBe(true);
    expect((await postForm(endpoint('revoke'), { ...backend, token })).status).toBe(200);
    expect(await statusAtApi(token)).toBe(401);
  });

  it("can read its token's claims through introspection and user info", async () => {
    const { access_token: token } = await tokensFor(backend);
    const answer = await postForm(endpoint('token/introspect'), { ...backend, token });
    expect(await answer.json()).toMatchObject({
      active: true,
      client_id: 'backend',
      username: 'service-account-backend',
    });
    const info = await fetch(endpoint('userinfo'), { headers: { authorization: `Bearer ${token}` } });
    expect(await info.json()).toEqual({
      sub: decodeClaims(token).sub,
      preferred_username: 'service-account-backend',
    });
  });
});

describe('a program that is not a trusted server', () => {
  it('gets a token for ten minutes and is an ordinary account', async () => {
    const tokens = await tokensFor(program, { scope: 'openid' });
    expect(tokens).toMatchObject({ expires_in: 600, scope: 'openid email profile' });
    expect(tokens).not.toHaveProperty('refresh_token');
    const { sub } = decodeClaims(tokens.id_token);
    expect(sub).toMatch(uuid);
    expect(decodeClaims(tokens.id_token)).toMatchObject({ typ: 'ID', aud: 'clinic-program' });

    const token = tokens.access_token;
    expect(await tokenData(token)).toMatchObject({ isserver: false, userid: sub });
    const own = await api(server).get('/auth/user', { token });
    expect(own).toMatchObject({ status: 200, body: { userid: sub } });
    expect(own.body).not.toHaveProperty('emails');
    expect(own.body).not.toHaveProperty('roles');
    const { userId } = await newAccount();
    expect((await api(server).get(`/auth/user/${userId}`, { token })).status).toBe(401);
  });

  it('is the same account in every realm, even for two concurrent first requests', async () => {
    const all = await Promise.all([
      tokensFor(program),
      tokensFor(program),
      tokensFor(program, {}, 'integration'),
    ]);
    const subjects = all.map((tokens) => decodeClaims(tokens.access_token).sub);
    expect(new Set(subjects).size).toBe(1);
    const token = await newServerToken(server);
    const found = await api(server).get(`/auth/user/${String(subjects[0])}`, { token });
    expect(found.status).toBe(200);
  });

  it('cannot use a token of one realm in another one', async () => {
    const { access_token: token } = await tokensFor(program);
    const answer = await postForm(endpoint('token/introspect', 'qa2'), { ...backend, token });
    expect(await answer.json()).toEqual({ active: false });
  });
});

describe('refusals', () => {
  it.each([
    ['a wrong secret', { ...backend, client_secret: 'guess' }],
    ['no secret', { client_id: 'backend' }],
    ['an unknown client', { client_id: 'nobody', client_secret: 'x' }],
    ['a client that is switched off', { client_id: 'switched-off', client_secret: 'x' }],
  ])('%s', async (_case, client) => {
    expect(await readRefusal(await ask(client as Record<string, string>))).toEqual(
      refused('invalid_client', 'Invalid client or Invalid client credentials', 401),
    );
  });

  it.each([
    ['a public client', { client_id: clients.web.id }],
    ['a client without the grant', { client_id: clients.partner.id, client_secret: clients.partner.secret }],
  ])('%s', async (_case, client) => {
    expect(await readRefusal(await ask(client))).toEqual(refused('unauthorized_client'));
  });
});
