import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { makeRestrictedToken, newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const day = 24 * 3_600_000;
const inTime = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const addressOf = (id: string) => `/v1/restricted_tokens/${id}`;
const listOf = (userId: string) => `/v1/users/${userId}/restricted_tokens`;

let owner: TestAccount;
let custodian: TestAccount;
let serverToken: string;

beforeAll(async () => {
  owner = await newAccount(server);
  custodian = await newAccount(server);
  serverToken = await newServerToken(server);
  await share(server, owner, custodian, 'custodian');
});

describe('creating a restricted token', () => {
  it('is valid for an hour and for every path by default', async () => {
    const { status, body } = await makeRestrictedToken(server, owner);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['id', 'userId', 'expirationTime', 'createdTime']);
    expect(body.id).toMatch(/^[0-9a-z]{32}$/);
    expect(body.userId).toBe(owner.userId);
    expect(Date.parse(body.expirationTime) - Date.parse(body.createdTime)).toBe(3_600_000);
  });

  it('accepts paths and an expiration time, even a past one', async () => {
    const given = { paths: ['/data', '/export/'], expirationTime: '2020-01-02T03:04:05.678Z' };
    expect((await makeRestrictedToken(server, owner, given)).body).toMatchObject(given);
  });

  it.each<[string, unknown, string]>([
    ['no path', { paths: [] }, 'length-not-in-range /paths'],
    ['11 paths', { paths: Array<string>(11).fill('/x') }, 'length-not-in-range /paths'],
    ['a path without a slash', { paths: ['/x', 'y'] }, 'value-not-valid /paths/1'],
    ['paths that are no texts', { paths: [1] }, 'type-not-array /paths'],
    ['an end that is no text', { expirationTime: 1 }, 'type-not-string /expirationTime'],
    [
      'an end without a zone',
      { expirationTime: '2024-05-06T07:08:09' },
      'value-not-parsable /expirationTime',
    ],
    ['90 days and more', { expirationTime: inTime(90 * day + 60_000) }, 'value-not-before /expirationTime'],
    ['an unknown key', { 'a/b': 1 }, 'not-parsed /a~1b'],
    ['an array', [], 'type-not-object '],
  ])('refuses %s', async (_what, body, finding) => {
    const answer = await makeRestrictedToken(server, owner, body);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual([finding]);
  });

  it('accepts 10 paths and almost 90 days', async () => {
    const body = { paths: Array<string>(10).fill('/x'), expirationTime: inTime(90 * day - 60_000) };
    expect((await makeRestrictedToken(server, owner, body)).status).toBe(201);
  });

  it('refuses an empty body and a parameter', async () => {
    const empty = await api(server).post(listOf(owner.userId), { token: owner.token });
    expect([empty.status, ...formatFindings(empty)]).toEqual([400, 'json-not-found about the whole']);
    const more = await api(server).post(`${listOf(owner.userId)}?x=1`, { token: owner.token, body: {} });
    expect([more.status, ...formatFindings(more)]).toEqual([400, 'not-parsed x']);
  });

  it('is for the account itself and for servers, and reveals nothing else to others', async () => {
    const asking = (token?: string) => api(server).post(listOf(owner.userId), { token, raw: 'no JSON' });
    expect((await asking()).status).toBe(401);
    expect((await asking(custodian.token)).status).toBe(403);
    const made = await makeRestrictedToken(server, { userId: owner.userId, token: serverToken });
    expect([made.status, made.body.userId]).toEqual([201, owner.userId]);
  });

  it('refuses an unknown account', async () => {
    const userId = '00000000-0000-4000-8000-000000000000';
    expect((await makeRestrictedToken(server, { userId, token: serverToken })).status).toBe(404);
    expect((await makeRestrictedToken(server, { userId: 'x', token: serverToken })).status).toBe(400);
  });
});

describe('listing restricted tokens', () => {
  it('shows servers the newest first, page by page', async () => {
    const account = await newAccount(server);
    for (const path of ['/1', '/2', '/3']) await newRestrictedToken(server, account, { paths: [path] });
    const all = await api(server).get(listOf(account.userId), { token: serverToken });
    expect(all.status).toBe(200);
    const times = all.body.map(({ createdTime }: { createdTime: string }) => createdTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(all.body).toHaveLength(3);
    const second = await api(server).get(`${listOf(account.userId)}?page=1&size=2`, { token: serverToken });
    expect(second.body).toEqual([all.body[2]]);
  });

  it.each(['page=-1', 'size=0', 'size=1001', 'x=1'])('refuses %s', async (query) => {
    const address = `${listOf(owner.userId)}?${query}`;
    expect((await api(server).get(address, { token: serverToken })).status).toBe(400);
  });

  it('is for servers only', async () => {
    expect((await api(server).get(listOf(owner.userId), { token: owner.token })).status).toBe(403);
    expect((await api(server).get(listOf(owner.userId))).status).toBe(401);
  });
});

describe('one restricted token', () => {
  it('is read by servers only', async () => {
    const made = await newRestrictedToken(server, owner, { paths: ['/data'] });
    const read = await api(server).get(addressOf(made.id), { token: serverToken });
    expect([read.status, read.body]).toEqual([200, made]);
    expect((await api(server).get(addressOf(made.id), { token: owner.token })).status).toBe(403);
    expect((await api(server).get(addressOf(made.id))).status).toBe(401);
    expect((await api(server).get(addressOf('0'.repeat(32)), { token: serverToken })).status).toBe(404);
  });

  it('is changed by a server, with the time of the change', async () => {
    const made = await newRestrictedToken(server, owner, { paths: ['/data'] });
    const token = serverToken;
    const expirationTime = inTime(day);
    const later = await api(server).put(addressOf(made.id), { token, body: { expirationTime } });
    expect(later.status).toBe(200);
    const modifiedTime: string = later.body.modifiedTime;
    expect(Date.parse(modifiedTime)).not.toBeNaN();
    expect(later.body).toEqual({ ...made, expirationTime, modifiedTime });
    const paths = ['/export'];
    await api(server).put(addressOf(made.id), { token, body: { paths } });
    const { body } = await api(server).get(addressOf(made.id), { token });
    expect(body).toMatchObject({ paths, expirationTime });
  });

  it('is not changed by others or with invalid values', async () => {
    const { id } = await newRestrictedToken(server, owner);
    const put = (address: string, token: string, body?: unknown) => api(server).put(address, { token, body });
    expect((await put(addressOf(id), owner.token, {})).status).toBe(403);
    expect((await put(addressOf(id), serverToken, { paths: [] })).status).toBe(400);
    expect((await put(addressOf(id), serverToken, { x: 1 })).status).toBe(400);
    expect((await put(addressOf(id), serverToken)).status).toBe(400);
  });

  it.each(['{}', '{', '[]', '{"x":1}', '{"paths":[]}', ''])(
    'that does not exist is not found, whatever the body: %s',
    async (raw) => {
      const put = (token?: string) => api(server).put(addressOf('0'.repeat(32)), { token, raw });
      expect((await put(serverToken)).status).toBe(404);
      expect((await put(owner.token)).status).toBe(403);
      expect((await put()).status).toBe(401);
    },
  );

  it('is deleted by its owner and by servers; deleting a missing one succeeds', async () => {
    for (const token of [owner.token, serverToken]) {
      const { id } = await newRestrictedToken(server, owner);
      expect((await api(server).delete(addressOf(id))).status).toBe(401);
      expect((await api(server).delete(addressOf(id), { token: custodian.token })).status).toBe(403);
      const gone = await api(server).delete(addressOf(id), { token });
      expect([gone.status, gone.text]).toEqual([200, '']);
      expect((await api(server).get(addressOf(id), { token: serverToken })).status).toBe(404);
      expect((await api(server).delete(addressOf(id), { token })).status).toBe(200);
      expect((await api(server).delete(addressOf(id))).status).toBe(401);
    }
  });

  it('is deleted with all others of an account by a server', async () => {
    const account = await newAccount(server);
    const kept = await newRestrictedToken(server, owner);
    await newRestrictedToken(server, account);
    await newRestrictedToken(server, account);
    const address = listOf(account.userId);
    expect((await api(server).delete(address, { token: account.token })).status).toBe(403);
    expect((await api(server).delete(address)).status).toBe(401);
    const gone = await api(server).delete(address, { token: serverToken });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await api(server).get(address, { token: serverToken })).body).toEqual([]);
    expect((await api(server).get(addressOf(kept.id), { token: serverToken })).status).toBe(200);
  });
});
