import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../../support/accounts';
import { api } from '../../../../support/api';
import { invitations } from '../../../../support/invitations';
import { startOwnApp, type OwnApp } from '../../../../support/own-app';
import { permissionSet } from '../../../../support/shares';

let own: OwnApp;
let calls: ReturnType<typeof api>;
let invites: ReturnType<typeof invitations>;
let person: TestAccount;

/** Seconds. */
const lifetimes = { INVITE_TTL: '120', SIGNUP_TTL: '180' };

beforeAll(async () => {
  own = await startOwnApp(lifetimes);
  calls = api(own.server);
  invites = invitations(own.server);
}, 120_000);

afterAll(() => own.close(), 120_000);

beforeEach(async () => {
  person = await newAccount(own.server);
});

/** Lets a confirmation expire. */
const expire = (key: string) =>
  own.database.transaction((manager) =>
    manager.query('UPDATE confirmations SET expires_time = 1 WHERE confirmation_key = ?', [key]),
  );

const secondsOf = ({ created, expiresAt }: { created: string; expiresAt: string }) =>
  (Date.parse(expiresAt) - Date.parse(created)) / 1000;

describe('an expired invitation', () => {
  it('is hidden from its recipient and cannot be answered, but its sender sees it as pending', async () => {
    const friend = await newAccount(own.server);
    const invitation = await invites.invited(person, friend.email);
    expect(secondsOf(invitation)).toBe(120);
    await expire(invitation.key);
    await expect(invites.received(friend)).resolves.toEqual([]);
    for (const answer of [invites.accept, invites.decline])
      expect((await answer(friend, person, invitation.key)).status).toBe(403);
    await expect(invites.sent(person)).resolves.toMatchObject([{ key: invitation.key, status: 'pending' }]);
    const query = '{ me { invitationsSent { edges { node { status expired } } } } }';
    const { body } = await calls.graph(query, { token: person.token });
    expect(body.data.me.invitationsSent.edges).toEqual([{ node: { status: 'PENDING', expired: true } }]);
  });

  it('can be resent, with its full lifetime', async () => {
    const friend = await newAccount(own.server);
    const { key } = await invites.invited(person, friend.email, 'note');
    await expire(key);
    const { status, body } = await invites.resend(person, key);
    expect([status, body.key, secondsOf(body)]).toEqual([200, key, 120]);
    expect((await invites.accept(friend, person, key)).status).toBe(200);
    const path = `/access/${person.userId}/${friend.userId}`;
    expect((await calls.get(path, { token: friend.token })).body).toEqual(permissionSet('note'));
  });

  it('does not prevent a new one, and cannot replace it then', async () => {
    const email = newEmail(own.server);
    const old = await invites.invited(person, email);
    await expire(old.key);
    const fresh = await invites.invited(person, email.toUpperCase());
    expect(fresh.key).not.toBe(old.key);
    expect((await invites.resend(person, old.key)).status).toBe(409);
    expect((await invites.resend(person, fresh.key)).status).toBe(200);
    expect((await invites.cancel(person, email)).status).toBe(200);
    await expect(invites.sent(person)).resolves.toEqual([]);
  });
});

describe('an expired sign-up', () => {
  const read = async (userId: string) =>
    (await calls.get(`/confirm/signup/${userId}`, { token: await newServerToken(own.server) })).body;

  /** An account with an expired confirmation, and its key. */
  async function expired() {
    const { userId, token, email } = await newAccount(own.server, { verified: false });
    expect((await calls.post(`/confirm/signup/${userId}`, { token })).status).toBe(200);
    const confirmation = await read(userId);
    expect(secondsOf(confirmation)).toBe(180);
    await expire(confirmation.key);
    return { userId, token, email, key: confirmation.key as string };
  }

  it('confirms nothing', async () => {
    const { userId, token, key } = await expired();
    const { status, body } = await calls.put(`/confirm/accept/signup/${key}`);
    const reason = 'The signup confirmation has expired';
    expect({ status, body }).toEqual({ status: 404, body: { code: 404, reason, message: reason } });
    expect((await calls.get('/auth/user', { token })).body.emailVerified).toBe(false);
    expect((await calls.get(`/confirm/signup/${userId}`, { token })).body.status).toBe('pending');
  });

  it.each([
    ['is requested again', (userId: string) => `/confirm/send/signup/${userId}`],
    ['is created again', (userId: string) => `/confirm/signup/${userId}`],
    ['is sent once more', (_userId: string, email: string) => `/confirm/resend/signup/${email}`],
  ])('%s, with another key and its full lifetime', async (_what, pathOf) => {
    const { userId, token, email, key } = await expired();
    expect((await calls.post(pathOf(userId, email), { token })).status).toBe(200);
    const fresh = await read(userId);
    expect(fresh.key).not.toBe(key);
    expect(secondsOf(fresh)).toBe(180);
    expect((await calls.put(`/confirm/accept/signup/${key}`)).status).toBe(404);
    expect((await calls.put(`/confirm/accept/signup/${fresh.key}`)).status).toBe(200);
  });
});
