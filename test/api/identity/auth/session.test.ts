import { logIn, newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

const noToken = {
  code: 401,
  reason: 'No x-tidepool-session-token was found',
  message: 'No x-tidepool-session-token was found',
};

const hours = 3600;

/** Remaining lifetime of a token, in seconds. */
const timeLeft = (expiresAt: number): number => expiresAt - Date.now() / 1000;

describe('the session of a token', () => {
  it('is shown to a person', async () => {
    const { userId, token } = await newAccount(server);
    const { status, body } = await get('/auth/token', { token });
    expect(status).toBe(200);
    expect(body).toEqual({ isserver: false, userid: userId, expires_at: expect.any(Number) });
    expect(Number.isInteger(body.expires_at)).toBe(true);
    expect(timeLeft(body.expires_at)).toBeGreaterThan(7.9 * hours);
    expect(timeLeft(body.expires_at)).toBeLessThanOrEqual(8 * hours);
  });

  it('is shown to a server, whose token lasts longer than six hours', async () => {
    const { body } = await get('/auth/token', { token: await newServerToken(server) });
    expect(body).toMatchObject({ isserver: true, userid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(timeLeft(body.expires_at)).toBeGreaterThan(6 * hours);
  });

  it.each([['/auth/token'], ['/auth/login']])('is shown at %s only with a token', async (path) => {
    for (const answer of [await get(path), await get(path, { token: 'nonsense' })]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(noToken);
    }
  });
});

describe('renewing a session', () => {
  it('returns a new token for the same account and keeps the old one valid', async () => {
    const { userId, token } = await newAccount(server);
    const answer = await get('/auth/login', { token });
    const renewed = sessionToken(answer);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ isserver: false, userid: userId, expires_at: expect.any(Number) });
    expect(renewed).not.toBe(token);
    expect(answer.headers.get('x-service-session-token')).toBe(renewed);
    expect((await get('/auth/user', { token: renewed })).status).toBe(200);
    expect((await get('/auth/user', { token })).status).toBe(200);
  });

  it.each([['Tidepool/1.0'], ['axios/0.21'], ['okhttp/4.9'], ['Loop/3.2']])(
    'is not necessary for a month for %s',
    async (userAgent) => {
      const { email, password } = await newAccount(server);
      const { headers } = await post('/auth/login', {
        headers: {
          Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
          'User-Agent': userAgent,
        },
      });
      const token = headers.get('x-tidepool-session-token') ?? '';
      const { body } = await get('/auth/token', { token });
      expect(timeLeft(body.expires_at)).toBeGreaterThan(29 * 24 * hours);
    },
  );
});

describe('logging out', () => {
  it('ends the session with all of its tokens, with an empty response', async () => {
    const { token } = await newAccount(server);
    const renewed = sessionToken(await get('/auth/login', { token }));
    const answer = await post('/auth/logout', { token: renewed, body: {} });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    expect((await get('/auth/user', { token: renewed })).status).toBe(401);
    expect((await get('/auth/user', { token })).status).toBe(401);
    expect((await get('/auth/login', { token })).status).toBe(401);
  });

  it('keeps other sessions of the account', async () => {
    const { email, password, token } = await newAccount(server);
    const other = sessionToken(await logIn(server, email, password));
    await post('/auth/logout', { token });
    expect((await get('/auth/user', { token: other })).status).toBe(200);
  });

  it('never fails', async () => {
    const { token } = await newAccount(server);
    await post('/auth/logout', { token });
    expect((await post('/auth/logout', { token })).status).toBe(200);
    expect((await post('/auth/logout')).status).toBe(200);
    expect((await post('/auth/logout', { token: 'nonsense' })).status).toBe(200);
    expect((await post('/auth/logout', { token, raw: '{nonsense' })).status).toBe(200);
  });
});
