import { newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const logInServer = (headers: Record<string, string>, path = '/auth/serverlogin') =>
  api(server).post(path, { headers });

const refusal = (code: number, reason: string) => ({ code, reason, message: reason });

describe('the log-in of a trusted server', () => {
  it.each([
    ['X-Tidepool-', '/auth/serverlogin'],
    ['X-Service-', '/auth/serverlogin'],
    ['x-tidepool-', '/serverlogin'],
  ])('with headers that begin with %s at %s returns a token and nothing else', async (prefix, path) => {
    const headers = { [`${prefix}Server-Name`]: 'worker', [`${prefix}Server-Secret`]: server.serverSecret };
    const answer = await logInServer(headers, path);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    expect(answer.headers.get('x-service-session-token')).toBe(sessionToken(answer));
    const { body } = await api(server).get('/auth/token', { token: sessionToken(answer) });
    expect(body.isserver).toBe(true);
  });

  it('refuses a wrong secret', async () => {
    const headers = { 'X-Tidepool-Server-Name': 'worker', 'X-Tidepool-Server-Secret': 'guess' };
    const answer = await logInServer(headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(refusal(401, 'Wrong password'));
    expect(answer.headers.get('x-tidepool-session-token')).toBeNull();
  });

  it.each<[string, Record<string, string>]>([
    ['the name', { 'X-Tidepool-Server-Secret': server.serverSecret }],
    ['the secret', { 'X-Tidepool-Server-Name': 'worker' }],
    ['both', {}],
  ])('requires %s', async (_what, headers) => {
    const { status, body } = await logInServer(headers);
    expect(status).toBe(400);
    expect(body).toEqual(refusal(400, 'Missing id and/or password'));
  });

  it('gives all servers one account that belongs to no person', async () => {
    const tokens = await Promise.all([newServerToken(server, 'one'), newServerToken(server, 'other')]);
    const infos = await Promise.all(tokens.map((token) => api(server).get('/auth/token', { token })));
    expect(infos[0]?.body.userid).toBe(infos[1]?.body.userid);
    const { status } = await api(server).get(`/auth/user/${infos[0]?.body.userid}`, { token: tokens[0] });
    expect(status).toBe(404);
  });

  it('ends with the log-out', async () => {
    const { userId } = await newAccount(server);
    const token = await newServerToken(server);
    expect((await api(server).get(`/auth/user/${userId}`, { token })).status).toBe(200);
    await api(server).post('/auth/logout', { token });
    expect((await api(server).get(`/auth/user/${userId}`, { token })).status).toBe(401);
  });
});
