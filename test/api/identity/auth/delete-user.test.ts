import { basic, logIn, newAccount, newServerToken, signUp } from '../../../support/accounts';
import { onRecord } from '../../../support/access-log';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, graph, delete: remove } = api(server);

const notAllowed = {
  code: 401,
  reason: 'Not authorized for requested operation',
  message: 'Not authorized for requested operation',
};
const noPassword = {
  code: 403,
  reason: 'Missing id and/or password',
  message: 'Missing id and/or password',
};

const paths = ['/auth/user', '/v1/users'];

describe('deleting an account', () => {
  it.each(paths)('is for its owner, with the password: %s', async (path) => {
    const { userId, token, email, password } = await newAccount(server);
    for (const body of [
      undefined,
      {},
      { password: '' },
      { password: 'wrong' },
      { password: 7 },
      [password],
    ]) {
      const { status, body: answer } = await remove(`${path}/${userId}`, { token, body });
      expect([status, answer]).toEqual([403, noPassword]);
    }
    expect((await remove(`${path}/${userId}`, { token, raw: '{' })).status).toBe(403);
    const { status, text } = await remove(`${path}/${userId}`, { token, body: { password } });
    expect([status, text]).toEqual([202, '']);
    expect((await get('/auth/user', { token })).status).toBe(401);
    expect((await logIn(server, email, password)).status).toBe(401);
  });

  it('accepts the id in upper case', async () => {
    const [one, other] = [await newAccount(server), await newAccount(server)];
    const path = `/auth/user/${one.userId.toUpperCase()}`;
    expect((await remove(path, { token: one.token })).status).toBe(403);
    const { status } = await remove(path, { token: one.token, body: { password: one.password } });
    expect(status).toBe(202);
    const mutation = 'mutation Leave($input: DeleteUserInput!) { deleteUser(input: $input) { removedId } }';
    const input = { userId: other.userId.toUpperCase(), password: other.password };
    const { body } = await graph(mutation, { token: other.token, variables: { input } });
    expect(body).toEqual({ data: { deleteUser: { removedId: other.userId } } });
  });

  it('is not for strangers, and not for holders of shares', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, member, 'view', 'upload', 'note');
    const body = { password: owner.password };
    const refused = [
      await remove(`/auth/user/${owner.userId}`, { body }),
      await remove(`/auth/user/${owner.userId}`, { token: 'nonsense', body }),
      await remove(`/auth/user/${owner.userId}`, { token: member.token, body }),
      await remove('/auth/user/0123456789', { token: member.token, body }),
      await remove('/auth/user/no-id', { token: member.token, body }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(refused[2]?.body).toEqual(notAllowed);
    expect((await get('/auth/user', { token: owner.token })).status).toBe(200);
  });

  it('is for custodians and trusted servers without a password', async () => {
    const custodian = await newAccount(server);
    const { userid } = await newCustodialAccount(server, custodian);
    expect((await remove(`/auth/user/${userid}`, { token: custodian.token })).status).toBe(202);
    const { userId } = await newAccount(server);
    const token = await newServerToken(server);
    expect((await remove(`/v1/users/${userId.toUpperCase()}`, { token })).status).toBe(202);
    for (const id of [userId, userid]) expect((await get(`/auth/user/${id}`, { token })).status).toBe(404);
  });

  it('is harmless if repeated, for an unknown account, or if many do it concurrently', async () => {
    const { userId, token, password } = await newAccount(server);
    const trusted = await newServerToken(server);
    const body = { password };
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => remove(`/auth/user/${userId}`, { token: trusted })),
      ...[1, 2, 3].map(() => remove(`/auth/user/${userId}`, { token, body })),
    ]);
    for (const [index, { status }] of answers.entries())
      expect(index < 3 ? [202] : [202, 401]).toContain(status);
    for (const id of [userId, '0123456789', 'no-id'])
      expect((await remove(`/auth/user/${id}`, { token: trusted })).status).toBe(202);
  });

  it.each(['clinic', 'clinician'])('with the role %s is refused to all callers', async (role) => {
    const { userId, token, password } = await newAccount(server, { roles: [role] });
    const trusted = await newServerToken(server);
    const answers = [
      await remove(`/auth/user/${userId}`, { token, body: { password } }),
      await remove(`/auth/user/${userId}`, { token }),
      await remove(`/auth/user/${userId}`, { token: trusted }),
    ];
    expect(answers.map(({ body }) => body)).toEqual([notAllowed, notAllowed, notAllowed]);
    expect((await get('/auth/user', { token })).status).toBe(200);
  });

  it('ends every token at once, and frees the address', async () => {
    const { userId, token, email, password } = await newAccount(server);
    const { headers } = await logIn(server, email, password);
    const other = headers.get('x-tidepool-session-token') ?? '';
    const { body: made } = await api(server).post(`/v1/users/${userId}/restricted_tokens`, {
      token,
      body: {},
    });
    await remove(`/auth/user/${userId}`, { token: other, body: { password } });
    for (const dead of [token, other]) expect((await get('/auth/user', { token: dead })).status).toBe(401);
    expect((await get(`/data/${userId}?restricted_token=${made.id}`)).status).toBe(401);
    const again = await signUp(server, { username: email, emails: [email], password });
    expect(again.status).toBe(201);
    expect(again.body.userid).not.toBe(userId);
    const login = await api(server).post('/auth/login', {
      headers: { Authorization: basic(email, password) },
    });
    expect(login.body.userid).toBe(again.body.userid);
  });

  it('works in the graph, with a separate code for a missing password', async () => {
    const { userId, token, password } = await newAccount(server);
    const mutation = 'mutation Leave($input: DeleteUserInput!) { deleteUser(input: $input) { done } }';
    const call = (input: object, by = token) => graph(mutation, { token: by, variables: { input } });
    const stranger = await newAccount(server);
    expect((await call({ userId }, stranger.token)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await call({})).body.errors[0].extensions).toEqual({ code: 'PASSWORD_REQUIRED', status: 403 });
    expect((await call({ password })).body).toEqual({ data: { deleteUser: { done: true } } });
    expect((await get('/auth/user', { token })).status).toBe(401);
  });

  it('is logged', async () => {
    const [owner, stranger] = [await newAccount(server), await newAccount(server)];
    await remove(`/auth/user/${owner.userId}`, { token: stranger.token });
    await onRecord(server, owner.userId, owner.token, {
      kind: 'REFUSED',
      operation: 'DELETE /auth/user/{userId}',
      actorId: stranger.userId,
    });
  });
});
