import { logIn, newAccount, newEmail, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, addPatient, newClinic } from '../../../support/clinics';
import { mailsTo, resetKey } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put } = api(server);

const password = 'close-sesame';

/** What an account has given: a share, an invitation that is open, a clinic, and a phone that gets its messages. */
async function withAccess(account: TestAccount) {
  const { userId, token } = account;
  const [friend, invited, clinic] = [
    await newAccount(server),
    await newAccount(server),
    await newClinic(server),
  ];
  await share(server, account, friend, 'view');
  const invitation = { email: invited.email, permissions: { view: {} } };
  accepted(await post(`/confirm/send/invite/${userId}`, { token, body: invitation }));
  await addPatient(server, clinic, account, ['view']);
  const apple = { token: 'YQ==', environment: 'sandbox' };
  accepted(await post(`/v1/users/${userId}/device_tokens`, { token, body: { apple } }));

  const statusOf = async (who: TestAccount, path: string) => (await get(path, { token: who.token })).status;
  return async () => ({
    friend: (await statusOf(friend, `/data/${userId}`)) === 200,
    invited:
      (await get(`/confirm/invitations/${invited.userId}`, { token: invited.token })).body.length === 1,
    clinic: (await statusOf(clinic.admin, `${clinic.path}/patients/${userId}`)) === 200,
  });
}

/** Sets a new password with the mail to the owner of the address. */
async function reset(email: string): Promise<void> {
  accepted(await post(`/confirm/send/forgot/${encodeURIComponent(email)}`));
  const key = await waitFor('the mail', async () => {
    const mail = (await mailsTo(server, email)).find((each) => each.includes('resetKey='));
    return mail && resetKey(mail);
  });
  accepted(await put('/confirm/accept/forgot', { body: { key, email, password } }));
}

it('who gets an account back that a stranger has opened with their address is alone in it', async () => {
  const stranger = await newAccount(server, { verified: false });
  const access = await withAccess(stranger);
  expect(await access()).toEqual({ friend: true, invited: true, clinic: true });
  await reset(stranger.email);
  await waitFor('the access to end', async () => {
    const { friend, invited, clinic } = await access();
    return !friend && !invited && !clinic ? true : undefined;
  });
});

it('whose address was once confirmed keeps all with a new password, even at an unconfirmed address', async () => {
  const account = await newAccount(server);
  const access = await withAccess(account);
  const email = newEmail(server, { verified: false });
  const { token } = account;
  accepted(await put('/auth/user', { token, body: { updates: { username: email, emails: [email] } } }));
  await reset(email);
  // What a stranger has opened in the same way is ended by then.
  const stranger = await newAccount(server, { verified: false });
  const other = await withAccess(stranger);
  await reset(stranger.email);
  await waitFor('other access to end', async () => ((await other()).clinic ? undefined : true));
  expect(await access()).toEqual({ friend: true, invited: true, clinic: true });
  expect((await logIn(server, email, account.password)).status).toBe(401);
});
