import { logIn, newAccount, newEmail, signUp } from '../support/accounts';
import { api } from '../support/api';
import { signupKey, waitForMails } from '../support/mails';
import { loggedIn, newClient, catchRefusal, result } from '../support/platform-client';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();

const statusOfLogIn = async (email: string, password: string): Promise<number> =>
  (await logIn(server, email, password)).status;

describe('a custodian with the JavaScript client', () => {
  const fullName = 'Little Example';
  const birthday = '2015-06-07';

  it('creates an account without an address', async () => {
    const client = await loggedIn(await newAccount(server));
    const opened = await result((done) => client.createCustodialAccount({ fullName }, done));
    expect(opened).toEqual({ userid: expect.any(String), profile: { fullName } });
  });

  it('creates one with an address, whose mail lets its owner claim it', async () => {
    const client = await loggedIn(await newAccount(server));
    const email = newEmail(server, { verified: false });
    const profile = { fullName, emails: [email], patient: { birthday } };
    const opened = await result<{ userid: string }>((done) => client.createCustodialAccount(profile, done));
    const [mail = ''] = await waitForMails(server, email);

    const confirm = (day: string) =>
      result((done) => newClient().custodialSignupConfirm(signupKey(mail), day, 'open-sesame', done));
    expect(await catchRefusal(confirm('2015-06-08'))).toMatchObject({ status: 409, error: 1006 });
    await confirm(birthday);
    const owner = await loggedIn({ email, password: 'open-sesame' });
    expect(await result((done) => owner.getCurrentUser(done))).toMatchObject({
      userid: opened.userid,
      emailVerified: true,
    });
  });

  it('adds an address later, and revokes the confirmation of a wrong one', async () => {
    const client = await loggedIn(await newAccount(server));
    const { userid } = await result<{ userid: string }>((done) =>
      client.createCustodialAccount({ fullName }, done),
    );
    const email = newEmail(server, { verified: false });
    const changed = await result((done) =>
      client.updateCustodialUser({ username: email, emails: [email] }, userid, done),
    );
    expect(changed).toMatchObject({ userid, username: email, emails: [email] });
    await result((done) => client.signupStart(userid, done));
    await waitForMails(server, email);
    expect(
      await catchRefusal(
        result((done) => client.updateCustodialUser({ password: 'open-sesame' }, userid, done)),
      ),
    ).toMatchObject({ status: 401 });
  });
});

describe('a person with the JavaScript client', () => {
  it('gets the sign-up mail again', async () => {
    const email = newEmail(server, { verified: false });
    const account = await signUp(server, { username: email, emails: [email], password: 'open-sesame' });
    const headers = { 'X-Tidepool-Session-Token': account.headers.get('x-tidepool-session-token') ?? '' };
    await api(server).post(`/confirm/send/signup/${account.body.userid}`, { headers });
    const [first = ''] = await waitForMails(server, email);
    await result((done) => newClient().signupResend(email, done));
    const mails = await waitForMails(server, email, 2);
    const second = mails.find((mail) => signupKey(mail) !== signupKey(first)) ?? '';
    await result((done) => newClient().signupConfirm(signupKey(second), done));
    expect(await statusOfLogIn(email, 'open-sesame')).toBe(200);
  });

  it('sets a new password for a forgotten one', async () => {
    const { email, password } = await newAccount(server);
    const client = newClient();
    await result((done) => client.requestPasswordReset(email, done));
    const [mail = ''] = await waitForMails(server, email);
    const key = /resetKey=([\w-]+)/.exec(mail)?.[1] ?? '';
    await result((done) => client.confirmPasswordReset({ key, email, password: 'another-sesame' }, done));
    expect(await statusOfLogIn(email, 'another-sesame')).toBe(200);
    expect(await statusOfLogIn(email, password)).toBe(401);
  });

  it("creates restricted tokens: for an export, and for a data provider's window", async () => {
    const account = await newAccount(server);
    const client = await loggedIn(account);
    const { userId } = account;
    const options = { format: 'json', bgUnits: 'mg/dL', startDate: '2024-01-01T00:00:00.000Z' };
    const address = await result<string>((done) => client.getExportDataURL(userId, userId, options, done));
    const exported = await fetch(address);
    expect([exported.status, await exported.json()]).toEqual([200, []]);

    const { id, paths } = await result<{ id: string; paths?: string[] }>((done) =>
      client.createRestrictedTokenForUser(userId, { paths: ['/v1/oauth/nobody'] }, done),
    );
    expect([id, paths]).toEqual([expect.stringMatching(/^[0-9a-z]{32}$/), ['/v1/oauth/nobody']]);
    const window = await result<string>((done) =>
      client.createOAuthProviderAuthorization('nobody', id, done),
    );
    expect((await fetch(window)).status).toBe(404);
    expect(
      await catchRefusal(result((done) => client.deleteOAuthProviderAuthorization('nobody', done))),
    ).toMatchObject({ status: 404 });
  });

  it('calls the sign-up cancellation with no key, as the client always does', async () => {
    const account = await newAccount(server);
    const client = await loggedIn(account);
    expect(await catchRefusal(result((done) => client.signupCancel(account.userId, done)))).toMatchObject({
      status: 400,
    });
  });
});
