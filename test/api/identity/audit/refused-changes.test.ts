import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

const changes = async ({ userId, token }: TestAccount): Promise<Json[]> =>
  (await accessLog(server, userId, token)).filter(({ kind }: Json) => kind === 'CHANGE');

describe('a change that is refused', () => {
  it.each<[string, (account: TestAccount) => Promise<Answer>, number]>([
    [
      'because of a wrong code of a prescription',
      ({ userId, token }) => {
        const body = { accessCode: 'ABCDEF', birthday: '1990-05-06' };
        return post(`/v1/patients/${userId}/prescriptions`, { token, body });
      },
      404,
    ],
    [
      'because the address is taken',
      async ({ token }) => {
        const { email } = await newAccount(server);
        return put('/auth/user', { token, body: { updates: { username: email, emails: [email] } } });
      },
      409,
    ],
    [
      'because of a wrong password',
      ({ userId, token }) => remove(`/auth/user/${userId}`, { token, body: { password: 'not this one' } }),
      403,
    ],
  ])('%s is not in the access log', async (_why, change, status) => {
    const account = await newAccount(server);
    const before = await changes(account);
    for (const _time of [1, 2]) expect((await change(account)).status).toBe(status);
    expect(await changes(account)).toEqual(before);
  });

  it('is followed by one entry, that of the change that succeeds', async () => {
    const account = await newAccount(server);
    const { email } = await newAccount(server);
    const update = (address: string) =>
      put('/auth/user', {
        token: account.token,
        body: { updates: { username: address, emails: [address] } },
      });
    const before = await changes(account);
    expect((await update(email)).status).toBe(409);
    expect((await update(`new-${account.email}`)).status).toBe(200);
    expect(await changes(account)).toHaveLength(before.length + 1);
  });
});

describe('an item of the private collection', () => {
  it('is changed by the request that creates it, and only read by others', async () => {
    const account = await newAccount(server);
    const token = await newServerToken(server);
    const read = () => get(`/metadata/${account.userId}/private/abc`, { token });
    const operation = 'GET /metadata/{userId}/private/{fieldName}';
    const first = await read();
    expect(first.status).toBe(200);
    expect(await changes(account)).toEqual([expect.objectContaining({ operation, reason: 'SERVER' })]);
    expect((await read()).body).toEqual(first.body);
    await onRecord(server, account.userId, account.token, { kind: 'READ', operation, reason: 'SERVER' });
    expect(await changes(account)).toHaveLength(1);
  });
});
