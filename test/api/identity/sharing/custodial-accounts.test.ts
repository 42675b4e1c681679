import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { mailsTo } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let custodian: TestAccount;
let path: string;

beforeEach(async () => {
  custodian = await newAccount(server);
  path = `/auth/user/${custodian.userId}/user`;
});

const shown = { userid: expect.any(String), emailVerified: false, roles: ['custodial_account', 'patient'] };

describe('a custodial account', () => {
  it('is created without an address, which is then never shown', async () => {
    const { status, body, headers } = await post(path, { token: custodian.token, body: {} });
    expect({ status, body }).toEqual({ status: 201, body: shown });
    expect(headers.get('x-tidepool-session-token')).toBeNull();
    const again = await newCustodialAccount(server, custodian);
    expect(again.userid).not.toBe(body.userid);
    expect((await get(`/auth/user/${body.userid}`, { token: custodian.token })).body).toEqual(body);
  });

  it.each<[string, (email: string) => object]>([
    ['as both', (email) => ({ username: email, emails: [email] })],
    ['as emails', (email) => ({ emails: [email.toUpperCase()] })],
    ['as username', (email) => ({ username: email })],
    ['as username, with no emails', (email) => ({ username: email, emails: [] })],
    ['next to other keys', (email) => ({ username: email, password: 'ignored', roles: ['clinic'] })],
  ])('accepts an address %s; no one can log in', async (_how, body) => {
    const email = newEmail(server);
    const account = await newCustodialAccount(server, custodian, body(email));
    expect(account).toEqual({ ...shown, username: email, emails: [email] });
    for (const password of ['ignored', 'open-sesame']) {
      expect((await logIn(server, email, password)).status).toBe(401);
    }
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it('treats an empty name and no addresses as absent', async () => {
    expect(await newCustodialAccount(server, custodian, { username: '', emails: [] })).toEqual(shown);
  });

  it('can be created by a trusted server, which sees more', async () => {
    const token = await newServerToken(server);
    const { status, body } = await post(path, { token, body: {} });
    expect({ status, body }).toEqual({
      status: 201,
      body: { ...shown, passwordExists: false, createdTime: expect.stringMatching(/Z$/) },
    });
    const access = await get(`/access/${body.userid}/${custodian.userId}`, { token: custodian.token });
    expect(access.body).toEqual(permissionSet('custodian', 'view', 'upload'));
    expect((await post(`/auth/user/${randomUUID()}/user`, { token, body: {} })).status).toBe(401);
  });

  it('can be created by an id in upper case', async () => {
    const upper = `/auth/user/${custodian.userId.toUpperCase()}/user`;
    for (const token of [custodian.token, await newServerToken(server)]) {
      const { status, body } = await post(upper, { token, body: {} });
      expect(status).toBe(201);
      const access = await get(`/access/${body.userid}/${custodian.userId}`, { token: custodian.token });
      expect(access.body).toEqual(permissionSet('custodian', 'view', 'upload'));
    }
  });

  it('cannot be created on behalf of others', async () => {
    const other = await newAccount(server);
    const managed = (await newCustodialAccount(server, custodian)).userid;
    const attempts: [string, string | undefined][] = [
      [path, other.token],
      [path, undefined],
      [path, 'nonsense'],
      [`/auth/user/${managed}/user`, custodian.token],
      [`/auth/user/${custodian.email}/user`, custodian.token],
      [`/auth/user/${randomUUID()}/user`, custodian.token],
    ];
    for (const [address, token] of attempts) {
      for (const sent of [{ body: {} }, { raw: '{' }]) {
        const { status, body } = await post(address, { token, ...sent });
        expect({ address, status }).toEqual({ address, status: 401 });
        expect(body).toMatchObject({ code: 401, reason: body.message });
      }
    }
  });

  it.each([
    [''],
    ['{'],
    ['[]'],
    ['null'],
    ['{"emails":"a@example.org"}'],
    ['{"emails":[1]}'],
    ['{"emails":["a"]}'],
    ['{"emails":["a@example.org ","b@example.org"]}'],
    ['{"username":"nonsense"}'],
    ['{"username":1}'],
    ['{"username":"a@example.org","emails":["b@example.org"]}'],
  ])('cannot be created with the body %s', async (raw) => {
    const { status, body } = await post(path, { token: custodian.token, raw });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, reason: body.message });
    const { body: groups } = await get(`/access/groups/${custodian.userId}`, { token: custodian.token });
    expect(groups).toEqual({ [custodian.userId]: { root: {} } });
  });

  it("cannot have another account's address, and then nothing is created", async () => {
    const { email } = await newAccount(server);
    for (const address of [email, email.toUpperCase(), custodian.email]) {
      const { status, body } = await post(path, { token: custodian.token, body: { emails: [address] } });
      expect(status).toBe(409);
      expect(body).toEqual({ code: 409, reason: 'User already exists', message: 'User already exists' });
    }
    const { body } = await get(`/access/groups/${custodian.userId}`, { token: custodian.token });
    expect(body).toEqual({ [custodian.userId]: { root: {} } });
  });

  it('is created once for several concurrent requests with one address', async () => {
    const email = newEmail(server);
    const sending = [1, 2, 3].map(() => post(path, { token: custodian.token, body: { emails: [email] } }));
    expect((await Promise.all(sending)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('can be created in the graph, under the same rules', async () => {
    const query = `mutation ($input: CreateCustodialAccountInput!) {
      createCustodialAccount(input: $input) { user { id username emails roles } }
    }`;
    const variables = { input: { custodianId: custodian.userId } };
    const { body } = await graph(query, { token: custodian.token, variables });
    expect(body.data.createCustodialAccount.user).toEqual({
      id: expect.any(String),
      username: null,
      emails: [],
      roles: ['CUSTODIAL_ACCOUNT', 'PATIENT'],
    });
    const { token } = await newAccount(server);
    const refused = await graph(query, { token, variables });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('the custodian', () => {
  it('writes the profile and reads everything except private', async () => {
    const { userid } = await newCustodialAccount(server, custodian);
    const { token } = custodian;
    for (const name of ['profile', 'settings', 'preferences', 'groups']) {
      const address = `/metadata/${userid}/${name}`;
      expect((await put(address, { token, body: { fullName: 'Ann' } })).status).toBe(200);
      expect((await get(address, { token })).body).toEqual({ fullName: 'Ann' });
    }
    expect((await get(`/metadata/${userid}/private`, { token })).status).toBe(404);
  });

  it('adds, changes and removes the address, but sets no password', async () => {
    const { userid } = await newCustodialAccount(server, custodian);
    const { token } = custodian;
    const update = (updates: object) => put(`/auth/user/${userid}`, { token, body: { updates } });
    const email = newEmail(server);
    expect((await update({})).body).toEqual(shown);
    expect((await update({ username: email, emails: [email] })).body).toMatchObject({ emails: [email] });
    expect((await update({ username: '', emails: [] })).body).toEqual(shown);
    expect((await update({ emails: [email] })).body).toMatchObject({ username: email });
    expect((await update({ emails: [] })).body).toEqual(shown);
    for (const updates of [{ password: 'open-sesame' }, { termsAccepted: '2024-05-06T07:08:09Z' }]) {
      expect((await update(updates)).status).toBe(401);
    }
    const own = { updates: { emails: [] } };
    expect((await put('/auth/user', { token, body: own })).status).toBe(400);
  });

  it('loses custody once the account has a password', async () => {
    const email = newEmail(server);
    const { userid } = await newCustodialAccount(server, custodian, { emails: [email] });
    const token = await newServerToken(server);
    const another = await newAccount(server);
    await post(`/access/${userid}/${another.userId}`, { token, body: permissionSet('custodian') });
    const body = { updates: { password: 'open-sesame', emailVerified: true } };
    const claimed = await put(`/auth/user/${userid}`, { token, body });
    expect(claimed.body).toMatchObject({ roles: ['patient'], passwordExists: true });
    expect((await get(`/access/${userid}`, { token })).body).toEqual({
      [userid]: { root: {} },
      [custodian.userId]: permissionSet('view', 'upload'),
    });
    expect((await get(`/auth/user/${userid}`, { token: custodian.token })).status).toBe(401);
    expect((await logIn(server, email, 'open-sesame')).status).toBe(200);
  });
});
