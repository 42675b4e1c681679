import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../../support/accounts';
import { api } from '../../../../support/api';
import { invitations } from '../../../../support/invitations';
import { startOwnApp, type OwnApp } from '../../../../support/own-app';
import { newCustodialAccount, permissionSet } from '../../../../support/shares';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp({ MAILS_PER_HOUR: '3' });
});

afterAll(() => own.close());

const calls = () => ({ ...api(own.server), ...invitations(own.server) });

describe('one address', () => {
  it('receives a limited number of invitations per hour', async () => {
    const { send, sent, resend } = calls();
    const email = newEmail(own.server);
    const people: TestAccount[] = [];
    for (let count = 0; count < 4; count += 1) people.push(await newAccount(own.server));
    const body = { email, permissions: permissionSet('view') };
    const [first, second, third, last] = people as [TestAccount, TestAccount, TestAccount, TestAccount];
    const { key } = (await send(first, body)).body;
    for (const person of [second, third]) expect((await send(person, body)).status).toBe(200);
    const refused = await send(last, { ...body, email: email.toUpperCase() });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: 429 });
    await expect(sent(last)).resolves.toEqual([]);
    const [before] = await sent(first);
    expect((await resend(first, key)).status).toBe(429);
    await expect(sent(first)).resolves.toEqual([before]);
    expect((await send(last, { ...body, email: newEmail(own.server) })).status).toBe(200);
  });

  it('receives a limited number of sign-up mails per hour; the last link stays valid', async () => {
    const { get, post, put } = calls();
    const { userId, email, token } = await newAccount(own.server, { verified: false });
    expect((await post(`/confirm/send/signup/${userId}`, { token })).status).toBe(200);
    for (const status of [200, 200, 429, 429])
      expect((await post(`/confirm/resend/signup/${email}`)).status).toBe(status);
    const { body } = await get(`/confirm/signup/${userId}`, { token: await newServerToken(own.server) });
    expect((await put(`/confirm/accept/signup/${body.key}`)).status).toBe(200);
  });
});

describe('a new address', () => {
  it('is refused once it has received too many mails', async () => {
    const { put, get } = calls();
    const crowded = newEmail(own.server, { verified: false });
    const people: TestAccount[] = [];
    for (let count = 0; count < 4; count += 1) people.push(await newAccount(own.server));
    const move = ({ token }: TestAccount, email: string) =>
      put('/auth/user', { token, body: { updates: { username: email, emails: [email] } } });
    const last = people.pop() as TestAccount;
    for (const person of people) {
      expect((await move(person, crowded)).status).toBe(200);
      expect((await move(person, newEmail(own.server))).status).toBe(200);
    }
    expect((await move(last, crowded)).status).toBe(429);
    const { username, emailVerified } = (await get('/auth/user', { token: last.token })).body;
    expect({ username, emailVerified }).toEqual({ username: last.email, emailVerified: true });
    expect((await move(last, last.email)).status).toBe(200);
  });
});

describe('a person who claims an account', () => {
  it('can guess the birthday of a key twenty times, and then has to wait', async () => {
    const { post, put } = calls();
    const custodian = await newAccount(own.server);
    const { userid } = await newCustodialAccount(own.server, custodian, { emails: [newEmail(own.server)] });
    const { token } = custodian;
    await put(`/metadata/${userid}/profile`, { token, body: { patient: { birthday: '2001-02-03' } } });
    const serverToken = await newServerToken(own.server);
    const { key } = (await post(`/confirm/signup/${userid}`, { token: serverToken })).body;
    const claim = (birthday: string) =>
      put(`/confirm/accept/signup/${key}`, { body: { password: 'open-sesame', birthday } });
    for (let day = 1; day <= 20; day += 1) {
      const { status, body } = await claim(`2001-03-${String(day).padStart(2, '0')}`);
      expect({ status, error: body.error }).toEqual({ status: 409, error: 1006 });
      if (day === 1) expect((await claim('nonsense')).body.error).toBe(1005);
    }
    for (const birthday of ['2001-03-21', '2001-02-03']) expect((await claim(birthday)).status).toBe(429);
  });
});
