import { randomUUID } from 'node:crypto';
import { basic, logIn, newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { startOwnApp } from '../../../support/own-app';
import { rawRequest } from '../../../support/raw-http';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call, get, graph, post } = api(server);

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('a trusted server', () => {
  it('is identified by the name it has given', async () => {
    const token = await newServerToken(server, 'clinic-worker');
    expect(claimsOf(token)).toMatchObject({ server_name: 'clinic-worker' });
    const { body } = await get('/auth/token', { token });
    expect(body).toEqual({ isserver: true, userid: claimsOf(token).sub, expires_at: claimsOf(token).exp });
  });

  it('cannot use the secret in another header, nor can other callers', async () => {
    const { userId } = await newAccount(server);
    for (const prefix of ['X-Tidepool-', 'X-Service-']) {
      const headers = { [`${prefix}Service-Secret`]: server.serverSecret };
      expect((await get(`/auth/user/${userId}`, { headers })).status).toBe(401);
      expect((await get('/auth/token', { headers: { ...headers, Authorization: 'Bearer x' } })).status).toBe(
        401,
      );
    }
  });

  it('is refused where a person is required', async () => {
    const token = await newServerToken(server);
    const { userId } = await newAccount(server);
    const refused: [method: string, path: string, body?: unknown][] = [
      ['POST', `/v1/users/${userId}/device_tokens`, { apple: { token: 'YQ==', environment: 'sandbox' } }],
      ['POST', '/v1/device_check/verify', { device_token: 'x' }],
      ['POST', '/v1/clinics', { name: 'x', preferredBgUnits: 'mg/dL' }],
      ['POST', `/v1/users/${userId}/consents`, {}],
      ['POST', `/v1/patients/${userId}/prescriptions`, { accessCode: 'AAAAAA', birthday: '1990-05-06' }],
    ];
    for (const [method, path, body] of refused) {
      const { status } = await call(method, path, { token, body });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it('cannot log in without a configured secret', async () => {
    const own = await startOwnApp({ SERVER_SECRET: '' });
    for (const secret of ['secret of the tests', 'undefined', ' ']) {
      const headers = { 'X-Tidepool-Server-Name': 'worker', 'X-Tidepool-Server-Secret': secret };
      const { status, body } = await api(own.server).post('/auth/serverlogin', { headers });
      expect([status, body.reason]).toEqual(
        secret.trim() === '' ? [400, 'Missing id and/or password'] : [401, 'Wrong password'],
      );
    }
    await own.close();
  });
});

describe('a disabled account', () => {
  const change = async (name: 'disableUser' | 'enableUser', userId: string) => {
    const query = `mutation ($input: DisableUserInput!) { ${name}(input: $input) { user { id } } }`;
    const options = { token: await newServerToken(server), variables: { input: { userId } } };
    const { body } = await graph(query, options);
    expect(body).toEqual({ data: { [name]: { user: { id: userId } } } });
  };

  it('is refused with every token and at log-in, until it is enabled and has logged in again', async () => {
    const account = await newAccount(server);
    const { userId, token, email, password } = account;
    const other = sessionToken(await logIn(server, email, password));
    const { id } = await newRestrictedToken(server, account);
    const data = () => get(`/data/${userId}?restricted_token=${id}`);
    expect((await data()).status).toBe(200);
    await change('disableUser', userId);
    for (const each of [token, other]) expect((await get('/auth/user', { token: each })).status).toBe(401);
    expect((await data()).status).toBe(401);
    const refusal = await logIn(server, email, password);
    const unknown = await post('/auth/login', { headers: { Authorization: basic(`x${email}`, password) } });
    expect([refusal.status, refusal.body]).toEqual([401, unknown.body]);
    await change('enableUser', userId);
    for (const each of [token, other]) expect((await get('/auth/user', { token: each })).status).toBe(401);
    expect((await logIn(server, email, password)).status).toBe(200);
  });
});

describe('the device check', () => {
  it('also works with GET, with the same body', async () => {
    const { token } = await newAccount(server);
    const headers = { 'X-Tidepool-Session-Token': token, 'Content-Type': 'application/json' };
    const ask = async (body: string) => {
      const answer = await rawRequest(server.url, '/v1/device_check/verify', {
        headers: { ...headers, 'Content-Length': `${Buffer.byteLength(body)}` },
        body,
      });
      return [answer.status, JSON.parse(answer.body.toString())];
    };
    expect(await ask('{"device_token":"x"}')).toEqual([200, { valid: false }]);
    expect((await ask('{'))[0]).toBe(400);
  });
});

it('a user object is JSON, without unset fields', async () => {
  const { userId, token } = await newAccount(server, { verified: false });
  const answer = await get('/auth/user', { token });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.body).not.toHaveProperty('termsAccepted');
  expect(answer.body).not.toHaveProperty('passwordExists');
  expect(answer.body).not.toHaveProperty('createdTime');
  expect((await get(`/auth/user/${randomUUID()}`, { token })).status).toBe(401);
  expect(answer.body.userid).toBe(userId);
});
