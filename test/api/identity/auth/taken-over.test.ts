import { ConfirmationEntity } from '../../../../src/identity/confirmations/confirmation.entity';
import { ConsentRecordEntity } from '../../../../src/identity/consents/consent-record.entity';
import { ShareEntity } from '../../../../src/identity/sharing/share.entity';
import { UserEntity } from '../../../../src/identity/accounts/user.entity';
import { PatientEntity } from '../../../../src/care/patients/patient.entity';
import { DataSourceEntity } from '../../../../src/records/data-sources/data-source.entity';
import { DeviceTokenEntity } from '../../../../src/records/device-tokens/device-token.entity';
import { WebPushSubscriptionEntity } from '../../../../src/records/device-tokens/web-push-subscription.entity';
import { logIn, newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, addPatient, newClinic } from '../../../support/clinics';
import { newConsent } from '../../../support/consents';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newSession, providerClient } from '../../../support/provider-sessions';
import { newWebPushKeys } from '../../../support/push-service';
import { share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

const password = 'close-sesame';

/** Gives others access: a share, an invitation, a clinic, a data source, a consent, a phone and a browser. */
async function giveAccess(account: TestAccount): Promise<void> {
  const { server } = own;
  const { post } = api(server);
  const { userId, token } = account;
  const send = async (path: string, body: object) => accepted(await post(path, { token, body }));
  await share(server, account, await newAccount(server), 'view');
  await send(`/confirm/send/invite/${userId}`, { email: newEmail(server), permissions: { view: {} } });
  await addPatient(server, await newClinic(server), account, ['view']);
  const provider = providerClient(server, await newServerToken(server));
  accepted(await provider.createSession(account, newSession('dexcom', { externalId: userId })));
  await send(`/v1/users/${userId}/consents`, newConsent());
  await send(`/v1/users/${userId}/device_tokens`, { apple: { token: 'YQ==', environment: 'sandbox' } });
  const keys = { p256dh: newWebPushKeys().publicKey, auth: 'A'.repeat(22) };
  await send(`/v1/users/${userId}/web_push_subscriptions`, { endpoint: 'https://push.example.org/x', keys });
}

/** An account whose owner has confirmed the address with the link in the mail. */
async function confirmedAccount(): Promise<TestAccount> {
  const { server, database } = own;
  const { post, put } = api(server);
  const account = await newAccount(server, { verified: false });
  const { userId, token, email, password: chosen } = account;
  accepted(await post(`/confirm/send/signup/${userId}`, { token }));
  const sent = { userId, type: 'signup_confirmation' } as const;
  const { key } = await database.reader.findOneByOrFail(ConfirmationEntity, sent);
  accepted(await put(`/confirm/accept/signup/${key}`));
  const { headers } = await logIn(server, email, chosen);
  return { ...account, token: headers.get('x-tidepool-session-token') ?? '' };
}

/** How much access an account gives. */
async function countGiven({ userId }: TestAccount) {
  const { reader } = own.database;
  return {
    shares: await reader.countBy(ShareEntity, { sharerId: userId }),
    invitations: await reader.countBy(ConfirmationEntity, {
      creatorId: userId,
      type: 'careteam_invitation',
      status: 'pending',
    }),
    clinics: await reader.countBy(PatientEntity, { userId }),
    dataSources: await reader.countBy(DataSourceEntity, { userId }),
    consents: await reader.countBy(ConsentRecordEntity, { userId, activeType: 'big_data_donation_project' }),
    phones: await reader.countBy(DeviceTokenEntity, { userId }),
    browsers: await reader.countBy(WebPushSubscriptionEntity, { userId }),
  };
}

const all = { shares: 1, invitations: 1, clinics: 1, dataSources: 1, consents: 1, phones: 1, browsers: 1 };
const none = { shares: 0, invitations: 0, clinics: 0, dataSources: 0, consents: 0, phones: 0, browsers: 0 };

/** Sets a new password with the link that the owner of the address gets. */
async function reset(userId: string, email: string): Promise<void> {
  const link = await own.app.services.passwordResets.createLink(userId);
  const key = new URL(link).searchParams.get('resetKey');
  accepted(await api(own.server).put('/confirm/accept/forgot', { body: { key, email, password } }));
}

const noneLeft = (account: TestAccount) =>
  waitFor('the access to end', async () =>
    JSON.stringify(await countGiven(account)) === JSON.stringify(none) ? true : undefined,
  );

describe('what an account has given others access by', () => {
  it('ends when the owner of an address gets the account that a stranger has opened with it', async () => {
    const stranger = await newAccount(own.server, { verified: false });
    await giveAccess(stranger);
    expect(await countGiven(stranger)).toEqual(all);
    const held = await newAccount(own.server);
    await share(own.server, held, stranger, 'view');
    await reset(stranger.userId, stranger.email);
    await noneLeft(stranger);
    const kept = { sharerId: held.userId, granteeId: stranger.userId };
    expect(await own.database.reader.countBy(ShareEntity, kept)).toBe(1);
  });

  it('ends once: with the next new password, it stays', async () => {
    const stranger = await newAccount(own.server, { verified: false });
    await reset(stranger.userId, stranger.email);
    const [friend, other] = [await newAccount(own.server), await newAccount(own.server, { verified: false })];
    await own.database.transaction((manager) =>
      own.app.services.sharing.add(manager, stranger.userId, friend.userId, ['view']),
    );
    await reset(stranger.userId, stranger.email);
    await giveAccess(other);
    await reset(other.userId, other.email);
    await noneLeft(other);
    expect(await countGiven(stranger)).toEqual({ ...none, shares: 1 });
  });

  it.each([
    ['confirmed, and the account has an unconfirmed address by now', { emailVerified: false }],
    ['confirmed by a process of an earlier release', { emailVerified: true, isUnconfirmedSignUp: true }],
  ])('stays if an address was once %s', async (_how, state) => {
    const { server, database } = own;
    const [account, stranger] = [await confirmedAccount(), await newAccount(server, { verified: false })];
    for (const each of [account, stranger]) await giveAccess(each);
    const { userId, token } = account;
    const email = newEmail(server, { verified: false });
    accepted(
      await api(server).put('/auth/user', { token, body: { updates: { username: email, emails: [email] } } }),
    );
    await database.transaction((manager) => manager.update(UserEntity, { id: userId }, state));
    await reset(userId, email);
    await reset(stranger.userId, stranger.email);
    await noneLeft(stranger);
    expect(await countGiven(account)).toEqual(all);
  });

  it('stays if an operator has opened the account', async () => {
    const { server, database } = own;
    const { accountAdministration, sharing } = own.app.services;
    const [friend, stranger] = [await newAccount(server), await newAccount(server, { verified: false })];
    const email = newEmail(server, { verified: false });
    const user = await accountAdministration.prepare({ email, role: 'patient', isConfirmed: false });
    await accountAdministration.open(user, undefined);
    await database.transaction((manager) => sharing.add(manager, user.id, friend.userId, ['view']));
    await giveAccess(stranger);
    await reset(user.id, email);
    await reset(stranger.userId, stranger.email);
    await noneLeft(stranger);
    expect(await database.reader.countBy(ShareEntity, { sharerId: user.id })).toBe(1);
  });
});
