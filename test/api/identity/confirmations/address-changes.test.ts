import { logIn, newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newClinic, newPatient, patientFields } from '../../../support/clinics';
import { resetKey, signupKey, waitForMails } from '../../../support/mails';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount } from '../../../support/shares';

const server = serverUnderTest();
const { get, graph, post, put } = api(server);

const newPassword = 'another-sesame';
const birthday = '2001-02-03';

const accept = (key: string, body?: object) => put(`/confirm/accept/signup/${key}`, { body });
const pendingSignup = async (userId: string, token: string) =>
  (await get(`/confirm/signup/${userId}`, { token })).status;

/** The key of the first mail to an address with a link to reset the password. */
async function newResetKey(email: string): Promise<string> {
  await post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
  const [mail = ''] = await waitForMails(server, email);
  return resetKey(mail);
}

type Move = (account: TestAccount, email: string) => Promise<unknown>;

const moves: [who: string, move: Move][] = [
  ['its owner', ({ token }, email) => put('/auth/user', { token, body: { updates: { emails: [email] } } })],
  [
    'a trusted server',
    async ({ userId }, email) =>
      put(`/auth/user/${userId}`, {
        token: await newServerToken(server),
        body: { updates: { emails: [email] } },
      }),
  ],
  [
    'its owner in the graph',
    ({ token }, email) =>
      graph('mutation ($input: UpdateMeInput!) { updateMe(input: $input) { user { id } } }', {
        token,
        variables: { input: { emails: [email] } },
      }),
  ],
];

describe.each(moves)('an address that was changed by %s', (_who, move) => {
  it('can no longer reset the password with an earlier key', async () => {
    const account = await newAccount(server);
    const key = await newResetKey(account.email);
    const email = newEmail(server, { verified: false });
    await move(account, email);
    for (const address of [account.email, email]) {
      const { status, body } = await put('/confirm/accept/forgot', {
        body: { key, email: address, password: newPassword },
      });
      expect({ status, message: body.message }).toEqual({
        status: 404,
        message: 'No matching reset confirmation was found.',
      });
    }
    expect((await logIn(server, email, newPassword)).status).toBe(401);
    // Nor does the key become valid again with the address.
    await move(account, account.email);
    const again = await put('/confirm/accept/forgot', {
      body: { key, email: account.email, password: newPassword },
    });
    expect(again.status).toBe(404);
  });

  it('can no longer be confirmed with the key of its mail', async () => {
    const account = await newAccount(server, { verified: false });
    const { userId, token, email: old } = account;
    await post(`/confirm/send/signup/${userId}`, { token });
    const [mail = ''] = await waitForMails(server, old);
    await move(account, newEmail(server, { verified: false }));
    expect((await accept(signupKey(mail))).status).toBe(404);
    const user = (await get(`/auth/user/${userId}`, { token: await newServerToken(server) })).body;
    expect(user.emailVerified).toBe(false);
    expect((await post(`/confirm/resend/signup/${old}`)).status).toBe(404);
  });
});

describe('an unclaimed account', () => {
  const newClaim = async () => {
    const custodian = await newAccount(server);
    const email = newEmail(server, { verified: false });
    const { userid } = await newCustodialAccount(server, custodian, { emails: [email] });
    const { token } = custodian;
    await put(`/metadata/${userid}/profile`, { token, body: { patient: { birthday } } });
    await post(`/confirm/send/signup/${userid}`, { token });
    const [mail = ''] = await waitForMails(server, email);
    return { userId: userid as string, token, email, key: signupKey(mail) };
  };
  const answer = { password: newPassword, birthday };

  it('cannot be claimed with the key of a former address; the new one gets a mail of its own', async () => {
    const { userId, token, key } = await newClaim();
    const email = newEmail(server, { verified: false });
    const updates = { username: email, emails: [email] };
    expect((await put(`/auth/user/${userId}`, { token, body: { updates } })).status).toBe(200);
    expect(await pendingSignup(userId, token)).toBe(404);
    expect((await accept(key, answer)).status).toBe(404);
    expect((await post(`/confirm/send/signup/${userId}`, { token, body: {} })).status).toBe(200);
    const [mail = ''] = await waitForMails(server, email);
    const shown = await get(`/confirm/signup/${userId}`, { token });
    expect(shown.body).toMatchObject({ email, creatorId: expect.stringMatching(/./) });
    expect((await accept(signupKey(mail), answer)).status).toBe(200);
    expect((await logIn(server, email, newPassword)).status).toBe(200);
  });

  it('cannot be claimed with the key of a removed address', async () => {
    const { userId, token, key } = await newClaim();
    expect((await put(`/auth/user/${userId}`, { token, body: { updates: { emails: [] } } })).status).toBe(
      200,
    );
    expect(await pendingSignup(userId, token)).toBe(404);
    expect((await accept(key, answer)).status).toBe(404);
  });

  it('cannot be claimed with the key of an address that a clinic has changed or removed', async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const email = newEmail(server, { verified: false });
    const { id } = await newPatient(server, clinic, { email });
    const path = `${clinic.path}/patients/${id}`;
    const claim = { password: newPassword, birthday: patientFields.birthDate };
    const [mail = ''] = await waitForMails(server, email);
    const second = newEmail(server, { verified: false });
    expect((await put(path, { token, body: { ...patientFields, email: second } })).status).toBe(200);
    expect((await accept(signupKey(mail), claim)).status).toBe(404);
    const [secondMail = ''] = await waitForMails(server, second);
    expect((await put(path, { token, body: patientFields })).status).toBe(200);
    expect((await accept(signupKey(secondMail), claim)).status).toBe(404);
  });
});

it('leaves invitations that were sent to its former address', async () => {
  const [inviter, invited] = [await newAccount(server), await newAccount(server)];
  const { token } = invited;
  const invitation = await post(`/confirm/send/invite/${inviter.userId}`, {
    token: inviter.token,
    body: { email: invited.email, permissions: { view: {} } },
  });
  await put('/auth/user', { token, body: { updates: { emails: [newEmail(server, { verified: false })] } } });
  const received = await get(`/confirm/invitations/${invited.userId}`, { token });
  expect(received.body).toEqual([expect.objectContaining({ key: invitation.body.key })]);
});

it('invalidates links to connect a data source, and no other restricted tokens if sessions stay', async () => {
  const { userId, token } = await newAccount(server);
  const path = `/v1/users/${userId}/restricted_tokens`;
  for (const each of ['/v1/oauth/dexcom', '/v1/data'])
    await newRestrictedToken(server, { userId, token }, { paths: [each] });
  const updates = { emails: [newEmail(server, { verified: false })] };
  await put('/auth/user', { token, body: { updates, keepOtherSessions: true } });
  const { body } = await get(path, { token: await newServerToken(server) });
  expect(body.map((each: { paths: string[] }) => each.paths)).toEqual([['/v1/data']]);
});
