import { basic, logIn, newAccount, newEmail, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const logInWith = (authorization?: string, path = '/auth/login') =>
  api(server).post(path, { headers: authorization === undefined ? {} : { Authorization: authorization } });

const refusal = (code: number, reason: string) => ({ code, reason, message: reason });

describe('logging in', () => {
  it('returns the account and a new session token', async () => {
    const { userId, email, password, token } = await newAccount(server);
    const answer = await logIn(server, email, password);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      userid: userId,
      username: email,
      emails: [email],
      emailVerified: true,
      roles: ['patient'],
      termsAccepted: expect.any(String),
    });
    expect(sessionToken(answer)).not.toBe(token);
    expect(answer.headers.get('x-service-session-token')).toBe(sessionToken(answer));
  });

  it('accepts the address in any case', async () => {
    const { email, password } = await newAccount(server);
    expect((await logIn(server, email.toUpperCase(), password)).status).toBe(200);
  });

  it.each([['colons:in:it::'], ['pässwörter-für-alle'], ['密码密码密码密码'], ['😀😀😀😀😀😀😀😀']])(
    'accepts the password %s',
    async (password) => {
      const { email } = await newAccount(server, { password });
      expect((await logIn(server, email, password)).status).toBe(200);
    },
  );

  it('accepts the scheme in any case', async () => {
    const { email, password } = await newAccount(server);
    const encoded = basic(email, password).slice('Basic '.length);
    expect((await logInWith(`basic ${encoded}`)).status).toBe(200);
    expect((await logInWith(`BASIC ${encoded}`)).status).toBe(200);
  });

  it('accepts a wrong long-term key for a plain log-in', async () => {
    const { email, password } = await newAccount(server);
    expect((await logInWith(basic(email, password), '/auth/login/not-the-key')).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', `Digest ${Buffer.from('a@example.org:open-sesame').toString('base64')}`],
    ['no space after the scheme', `Basic${Buffer.from('a@example.org:open-sesame').toString('base64')}`],
    ['nothing after the scheme', 'Basic'],
    ['invalid base64', 'Basic a@example.org:open-sesame'],
    ['base64 without its padding', 'Basic YTpi'.slice(0, -1)],
    ['no colon', `Basic ${Buffer.from('a@example.org').toString('base64')}`],
    ['two empty parts', `Basic ${Buffer.from(':').toString('base64')}`],
  ])('requires address and password for %s', async (_what, authorization) => {
    const { status, body } = await logInWith(authorization);
    expect(status).toBe(400);
    expect(body).toEqual(refusal(400, 'Missing id and/or password'));
  });

  describe('responds the same to', () => {
    const noMatch = refusal(401, 'No user matched the given details');

    it('a wrong password', async () => {
      const { email } = await newAccount(server);
      const { status, body } = await logIn(server, email, 'open-sesamE');
      expect(status).toBe(401);
      expect(body).toEqual(noMatch);
    });

    it('an unknown address', async () => {
      const { status, body } = await logIn(server, newEmail(server), 'open-sesame');
      expect(status).toBe(401);
      expect(body).toEqual(noMatch);
    });

    it('an address with a trailing space', async () => {
      const { email, password } = await newAccount(server);
      const { status, body } = await logIn(server, `${email} `, password);
      expect(status).toBe(401);
      expect(body).toEqual(noMatch);
    });

    it('an empty password, and an empty address', async () => {
      const { email, password } = await newAccount(server);
      expect((await logIn(server, email, '')).body).toEqual(noMatch);
      expect((await logIn(server, '', password)).body).toEqual(noMatch);
    });

    it('a password in Latin-1', async () => {
      const { email, password } = await newAccount(server, { password: 'pässwörter' });
      const latin1 = Buffer.from(`${email}:${password}`, 'latin1').toString('base64');
      const { status, body } = await logInWith(`Basic ${latin1}`);
      expect(status).toBe(401);
      expect(body).toEqual(noMatch);
    });

    it('a wrong password of an unverified account', async () => {
      const { email } = await newAccount(server, { verified: false });
      expect((await logIn(server, email, 'open-sesamE')).body).toEqual(noMatch);
    });
  });

  it('tells callers with the correct password that the account is unverified', async () => {
    const { email, password } = await newAccount(server, { verified: false });
    const answer = await logIn(server, email, password);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual(refusal(403, "The user hasn't verified this account yet"));
    expect(answer.headers.get('x-tidepool-session-token')).toBeNull();
  });
});
