import { newAccount, newEmail } from '../support/accounts';
import { api } from '../support/api';
import { keptToken, newClient, newStore, noRefresh, catchRefusal, result } from '../support/platform-client';
import { signupKey, waitForMails } from '../support/mails';
import { serverUnderTest } from '../support/server';
import { waitFor } from '../support/wait-until';

const server = serverUnderTest();

describe('the JavaScript client', () => {
  it('signs up, confirms the address, logs in, and logs out', async () => {
    const client = newClient();
    const username = newEmail(server, { verified: false });
    const user = { username, emails: [username], password: 'open-sesame', roles: ['patient'] };

    const account = await result<Record<string, unknown>>((done) => client.signup(user, noRefresh, done));
    const userId = String(account.userid);
    expect(client.getUserId()).toBe(userId);
    expect(client.isLoggedIn()).toBe(true);
    expect(await catchRefusal(result((done) => newClient().login(user, noRefresh, done)))).toMatchObject({
      status: 403,
      body: { reason: "The user hasn't verified this account yet" },
    });

    await result((done) => client.signupStart(userId, done));
    const [mail = ''] = await waitForMails(server, username);
    await result((done) => client.signupConfirm(signupKey(mail), done));

    const localStore = newStore();
    const other = newClient({ localStore });
    await result((done) => other.login(user, { ...noRefresh, remember: true }, done));
    expect(other.getUserId()).toBe(userId);
    expect(await result((done) => other.getCurrentUser(done))).toMatchObject({
      userid: userId,
      emailVerified: true,
    });

    const token = keptToken(localStore);
    await result((done) => other.logout(done));
    expect(other.isLoggedIn()).toBe(false);
    expect((await api(server).get('/auth/user', { token })).status).toBe(401);
  });

  it('saves and reads a profile', async () => {
    const account = await newAccount(server);
    const client = newClient();
    await result((done) => client.login({ ...account, username: account.email }, noRefresh, done));
    expect(await catchRefusal(result((done) => client.findProfile(account.userId, done)))).toMatchObject({
      status: 404,
    });
    const profile = { fullName: 'Zoë Example', patient: { birthday: '2001-02-03', diagnosisType: 'type1' } };
    expect(await result((done) => client.addOrUpdateProfile(account.userId, profile, done))).toEqual(profile);
    const change = { patient: { birthday: '2001-02-03', about: '😀' } };
    await result((done) => client.addOrUpdateProfile(account.userId, change, done));
    expect(await result((done) => client.findProfile(account.userId, done))).toEqual({
      ...profile,
      ...change,
    });
    const settings = { units: { bg: 'mg/dL' }, bgTarget: { low: 70, high: 180 } };
    expect(await result((done) => client.addOrUpdateSettings(account.userId, settings, done))).toEqual(
      settings,
    );
  });

  it('changes its account', async () => {
    const account = await newAccount(server);
    const client = newClient();
    await result((done) => client.login({ ...account, username: account.email }, noRefresh, done));
    const before = await result<Record<string, unknown>>((done) => client.getCurrentUser(done));
    expect(await result((done) => client.updateCurrentUser({}, done))).toEqual(before);
    expect(await result((done) => client.updateCurrentUser(before, done))).toEqual(before);
    expect(await result((done) => client.acceptTerms({ terms: '2024-01-01T00:00:00Z' }, done))).toEqual(
      before,
    );
    const accepted = await result((done) =>
      client.updateCurrentUser({ termsAccepted: '2024-05-06T07:08:09+00:00' }, done),
    );
    expect(accepted).toEqual({ ...before, termsAccepted: '2024-05-06T07:08:09+00:00' });
  });

  it('continues with a stored session, and renews it', async () => {
    const account = await newAccount(server);
    const localStore = newStore();
    const first = newClient({ localStore });
    await result((done) =>
      first.login({ ...account, username: account.email }, { ...noRefresh, remember: true }, done),
    );
    const kept = keptToken(localStore);

    const second = newClient({ localStore, tokenRefreshInterval: 10 });
    const session = await result<{ userid: string; token: string } | undefined>((done) =>
      second.initialize(done),
    );
    expect(session?.userid).toBe(account.userId);
    expect(session?.token).not.toBe(kept);
    await waitFor('a renewed token', () => (keptToken(localStore) === session?.token ? undefined : true));
    expect(await result((done) => second.getCurrentUser(done))).toMatchObject({ userid: account.userId });
    await result((done) => second.logout(done));
    expect(await result((done) => newClient({ localStore }).initialize(done))).toBeUndefined();
  });

  it('shows why it was refused', async () => {
    const { email } = await newAccount(server);
    const refusal = await catchRefusal(
      result((done) => newClient().login({ username: email, password: 'wrong' }, noRefresh, done)),
    );
    expect(refusal).toMatchObject({ status: 401, body: { reason: 'No user matched the given details' } });
    const taken = { username: email, emails: [email], password: 'open-sesame' };
    const conflict = await catchRefusal(result((done) => newClient().signup(taken, noRefresh, done)));
    expect(conflict).toMatchObject({ status: 409, body: { reason: 'User already exists' } });
  });
});
