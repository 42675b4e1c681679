import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newEmail, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, put } = api(server);

const update = (token: string, updates: unknown, path = '/auth/user') =>
  put(path, { token, body: { updates } });

const notAllowed = 'Not authorized for requested operation';
const invalid = 'Invalid user details were given';
const refusal = (code: number, reason: string) => ({ code, reason, message: reason });

describe('changing an account', () => {
  it('changes nothing with empty updates', async () => {
    const { userId, token } = await newAccount(server);
    const before = (await get('/auth/user', { token })).body;
    for (const path of ['/auth/user', `/auth/user/${userId}`]) {
      const { status, body } = await update(token, {}, path);
      expect({ status, body }).toEqual({ status: 200, body: before });
    }
  });

  it('accepts its own output as no change', async () => {
    const { email, token } = await newAccount(server);
    const before = (await get('/auth/user', { token })).body;
    const { username, emails, termsAccepted } = before;
    const { status, body } = await update(token, { username, emails, termsAccepted });
    expect({ status, body }).toEqual({ status: 200, body: before });
    const upper = await update(token, { username: email.toUpperCase(), emails: [email.toUpperCase()] });
    expect(upper.body).toEqual(before);
    const exact = `{ me { termsAcceptedTime } }`;
    const time = (await api(server).graph(exact, { token })).body.data.me.termsAcceptedTime;
    await update(token, { termsAccepted });
    expect((await api(server).graph(exact, { token })).body.data.me.termsAcceptedTime).toBe(time);
  });

  it('accepts the id in upper case', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/auth/user/${userId.toUpperCase()}`;
    const termsAccepted = '2024-05-06T07:08:09+00:00';
    for (const each of [token, await newServerToken(server)]) {
      const { status, body } = await update(each, { termsAccepted }, path);
      expect({ status, body }).toMatchObject({ status: 200, body: { userid: userId, termsAccepted } });
    }
  });

  it('ignores unknown keys', async () => {
    const { token } = await newAccount(server);
    expect((await update(token, { terms: '2024-01-01T00:00:00Z', userid: 'mine' })).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ['no updates', {}],
    ['updates that are null', { updates: null }],
    ['updates that are a list', { updates: [] }],
    ['updates that are a text', { updates: 'password' }],
    ['a username that is a number', { updates: { username: 1 } }],
    ['emails that are a text', { updates: { emails: 'a@example.org' } }],
    ['no address', { updates: { emails: [] } }],
    ['an invalid address', { updates: { emails: ['a'] } }],
    ['an invalid username', { updates: { username: 'a' } }],
    ['an empty username', { updates: { username: '' } }],
    [
      'a username other than the address',
      { updates: { username: 'a@example.org', emails: ['b@example.org'] } },
    ],
    ['a short password', { updates: { password: '1234567' } }],
    ['a password with a space', { updates: { password: 'open sesame' } }],
    ['a password that is a number', { updates: { password: 12345678 } }],
    ['a time without a zone', { updates: { termsAccepted: '2024-01-01T00:00:00' } }],
    ['a time that does not exist', { updates: { termsAccepted: '2024-02-30T00:00:00Z' } }],
    ['a time that is a number', { updates: { termsAccepted: 1704067200 } }],
    ['a flag that is a text', { updates: { emailVerified: 'true' } }],
  ])('refuses %s', async (_what, body) => {
    const { token } = await newAccount(server);
    const before = (await get('/auth/user', { token })).body;
    const answer = await put('/auth/user', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(refusal(400, invalid));
    expect((await get('/auth/user', { token })).body).toEqual(before);
  });

  it('refuses several addresses, because an account has one', async () => {
    const { email, token } = await newAccount(server);
    const before = (await get('/auth/user', { token })).body;
    const emails = [email, ...Array.from({ length: 999 }, () => newEmail(server))];
    const answer = await update(token, { emails });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('"emails"')]);
    expect(answer.body).toMatchObject({ reason: answer.body.message });
    for (const { body } of [answer, await update(token, { emails: 'x' })])
      expect(body.errors).toMatchObject([{ source: { pointer: '/updates/emails' } }]);
    const change = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { user { emails } } }';
    const { body } = await api(server).graph(change, { token, variables: { input: { emails } } });
    expect(body.errors[0].extensions.errors[0].source.pointer).toBe('/input/emails');
    expect((await get('/auth/user', { token })).body).toEqual(before);
    expect((await update(token, { emails: [email, email.toUpperCase()] })).body).toEqual(before);
  });

  it.each([[''], ['{'], ['[]'], ['null']])('refuses the body "%s"', async (raw) => {
    const { token } = await newAccount(server);
    expect((await put('/auth/user', { token, raw })).status).toBe(400);
  });

  describe('by its owner', () => {
    it.each([
      ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09+00:00'],
      ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09+00:00'],
      ['2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09+00:00'],
    ])('accepts the terms at %s', async (sent, shown) => {
      const { token } = await newAccount(server);
      const { status, body } = await update(token, { termsAccepted: sent });
      expect({ status, shown: body.termsAccepted }).toEqual({ status: 200, shown });
    });

    it('sets a new password, and the old one becomes invalid', async () => {
      const { email, password, token } = await newAccount(server);
      expect((await update(token, { password: 'close-sesame' })).status).toBe(200);
      expect((await logIn(server, email, 'close-sesame')).status).toBe(200);
      expect((await logIn(server, email, password)).status).toBe(401);
    });

    it('ends all other sessions with a new password', async () => {
      const { email, password, token } = await newAccount(server);
      const other = sessionToken(await logIn(server, email, password));
      await update(token, { password: 'close-sesame' });
      expect((await get('/auth/user', { token: other })).status).toBe(401);
      expect((await get('/auth/user', { token })).status).toBe(200);
    });

    it.each<[string, (email: string) => object]>([
      ['username', (email) => ({ username: email })],
      ['emails', (email) => ({ emails: [email] })],
      ['both', (email) => ({ username: email, emails: [email] })],
    ])('sets a new address by %s, which must be confirmed', async (_how, updates) => {
      const { email, password, token } = await newAccount(server);
      const next = newEmail(server);
      const { status, body } = await update(token, updates(next));
      expect(status).toBe(200);
      expect(body).toMatchObject({ username: next, emails: [next], emailVerified: false });
      expect((await logIn(server, email, password)).status).toBe(401);
      expect((await logIn(server, next, password)).status).toBe(403);
      const [mail = ''] = await waitForMails(server, next);
      expect((await put(`/confirm/accept/signup/${signupKey(mail)}`)).status).toBe(200);
      expect((await logIn(server, next, password)).status).toBe(200);
    });

    it('invalidates the link mailed to the former address', async () => {
      const { userId, email, token } = await newAccount(server, { verified: false });
      await api(server).post(`/confirm/send/signup/${userId}`, { token });
      const [mail = ''] = await waitForMails(server, email);
      await update(token, { username: newEmail(server, { verified: false }) });
      expect((await put(`/confirm/accept/signup/${signupKey(mail)}`)).status).toBe(404);
    });

    it('frees the former address', async () => {
      const { email, token } = await newAccount(server);
      await update(token, { username: newEmail(server) });
      await expect(newAccount(server, { email })).resolves.toMatchObject({ email });
    });

    it('refuses an address in use, and then changes nothing', async () => {
      const { email, password, token } = await newAccount(server);
      const { email: taken } = await newAccount(server);
      const { status, body } = await update(token, {
        username: taken.toUpperCase(),
        password: 'close-sesame',
      });
      expect({ status, body }).toEqual({ status: 409, body: refusal(409, 'User already exists') });
      expect((await logIn(server, email, password)).status).toBe(200);
    });

    it.each<[string, object]>([
      ['roles', { roles: ['clinic'] }],
      ['the verified flag', { emailVerified: true }],
      ['the verified flag as it is', { emailVerified: false }],
    ])('cannot change %s', async (_what, updates) => {
      const { token } = await newAccount(server, { verified: false });
      const { status, body } = await update(token, updates);
      expect({ status, body }).toEqual({ status: 401, body: refusal(401, notAllowed) });
    });
  });

  describe('by a trusted server', () => {
    it('changes roles and the verified flag', async () => {
      const { userId, email, password } = await newAccount(server, { verified: false });
      const token = await newServerToken(server);
      const updates = { roles: ['clinic', 'migrated_clinic'], emailVerified: true };
      const { status, body } = await update(token, updates, `/auth/user/${userId}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...updates, passwordExists: true });
      expect((await logIn(server, email, password)).status).toBe(200);
    });

    it('leaves no account without a role', async () => {
      const { userId } = await newAccount(server, { roles: ['clinician'] });
      const token = await newServerToken(server);
      const { status, body } = await update(token, { roles: [] }, `/auth/user/${userId}`);
      expect([status, body.roles]).toEqual([200, ['patient']]);
    });

    it('refuses unknown roles', async () => {
      const { userId } = await newAccount(server);
      const { status } = await update(
        await newServerToken(server),
        { roles: ['admin'] },
        `/auth/user/${userId}`,
      );
      expect(status).toBe(400);
    });

    it('changes the address without a confirmation', async () => {
      const { userId, token } = await newAccount(server);
      const next = newEmail(server);
      const { body } = await update(await newServerToken(server), { username: next }, `/auth/user/${userId}`);
      expect(body).toMatchObject({ username: next, emailVerified: true });
      // A pending confirmation would conflict with this one.
      const { status } = await api(server).post(`/confirm/send/signup/${userId}`, { token });
      expect(status).toBe(200);
    });

    it('ends all sessions with a new password', async () => {
      const { userId, token } = await newAccount(server);
      await update(await newServerToken(server), { password: 'close-sesame' }, `/auth/user/${userId}`);
      expect((await get('/auth/user', { token })).status).toBe(401);
    });
  });

  describe('is refused', () => {
    const updates = { termsAccepted: '2024-01-01T00:00:00Z' };
    const refused = { status: 401, body: refusal(401, notAllowed) };

    it('without a token, whatever the body', async () => {
      const { userId } = await newAccount(server);
      const { status, body } = await put(`/auth/user/${userId}`, { body: { updates } });
      expect({ status, body }).toEqual(refused);
      expect((await put('/auth/user', { raw: 'nonsense' })).status).toBe(401);
    });

    it('to other people', async () => {
      const { userId } = await newAccount(server);
      const { token } = await newAccount(server);
      const { status, body } = await update(token, updates, `/auth/user/${userId}`);
      expect({ status, body }).toEqual(refused);
    });

    it('for an unknown account, even to a server', async () => {
      const { token } = await newAccount(server);
      for (const each of [token, await newServerToken(server)]) {
        for (const name of [randomUUID(), 'nonsense', 'nobody@example.org']) {
          const { status, body } = await update(each, updates, `/auth/user/${name}`);
          expect({ name, status, body }).toEqual({ name, ...refused });
        }
      }
    });
  });

  it('is one mutation for the own account and one for others in the graph', async () => {
    const { userId, token, password } = await newAccount(server);
    const address = newEmail(server);
    const updateMe = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { user { id username } } }';
    const mine = { token, variables: { input: { emails: [address], password: `${password}-new` } } };
    const { body } = await api(server).graph(updateMe, mine);
    expect(body).toEqual({ data: { updateMe: { user: { id: userId, username: address } } } });

    const updateUser =
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { roles emailVerified } } }';
    const input = { userId, roles: ['clinician'], emailVerified: true };
    const asServer = { token: await newServerToken(server), variables: { input } };
    expect((await api(server).graph(updateUser, asServer)).body.data.updateUser.user).toEqual({
      roles: ['CLINICIAN'],
      emailVerified: true,
    });
    expect((await logIn(server, address, `${password}-new`)).status).toBe(200);
    const { body: refused } = await api(server).graph(updateMe, { ...asServer, variables: { input: {} } });
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
