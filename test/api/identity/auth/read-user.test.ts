import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const refusal = {
  code: 401,
  reason: 'Not authorized for requested operation',
  message: 'Not authorized for requested operation',
};

describe('reading an account', () => {
  it('is for its owner, by id and by address, in any case', async () => {
    const { userId, email, token } = await newAccount(server);
    const own = (await get('/auth/user', { token })).body;
    expect(Object.keys(own)).toEqual([
      'userid',
      'username',
      'emails',
      'emailVerified',
      'roles',
      'termsAccepted',
    ]);
    const names = [userId, userId.toUpperCase(), email, email.toUpperCase(), encodeURIComponent(email)];
    for (const name of names) {
      for (const path of [`/auth/user/${name}`, `/v1/users/${name}`]) {
        const { status, body } = await get(path, { token });
        expect({ path, status, body }).toEqual({ path, status: 200, body: own });
      }
    }
  });

  it('is for trusted servers, which learn more', async () => {
    const { userId, email } = await newAccount(server, { verified: false });
    const token = await newServerToken(server);
    for (const name of [userId, email]) {
      const { status, body } = await get(`/auth/user/${name}`, { token });
      expect(status).toBe(200);
      expect(body).toEqual({
        userid: userId,
        username: email,
        emails: [email],
        emailVerified: false,
        roles: ['patient'],
        passwordExists: true,
        createdTime: expect.stringMatching(/Z$/),
      });
    }
  });

  it('is not for strangers, who do not learn whether the account exists', async () => {
    const { userId, email } = await newAccount(server);
    const { token } = await newAccount(server);
    const names = [
      userId,
      email,
      randomUUID(),
      '0123456789',
      'nobody@example.org',
      'nonsense',
      '%20',
      "'--",
      '😀',
    ];
    for (const name of names) {
      const { status, body } = await get(`/auth/user/${name}`, { token });
      expect({ name, status, body }).toEqual({ name, status: 401, body: refusal });
    }
  });

  it('is not for callers without a token', async () => {
    const { userId } = await newAccount(server);
    const { status, body } = await get(`/auth/user/${userId}`);
    expect(status).toBe(401);
    expect(body.message).toBe(body.reason);
    expect(body).toMatchObject({ code: 401, reason: 'A valid session token is required.' });
  });

  it('tells trusted servers if there is none', async () => {
    const token = await newServerToken(server);
    for (const name of [randomUUID(), '0123456789', 'nobody@example.org', 'nonsense']) {
      const { status, body } = await get(`/auth/user/${name}`, { token });
      expect({ name, status }).toEqual({ name, status: 404 });
      expect(body).toEqual({ code: 404, reason: 'User not found', message: 'User not found' });
    }
  });
});
