import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Answer, type Json } from '../../support/api';
import { addPatient, clinicFields, newClinician } from '../../support/clinics';
import { newConsent } from '../../support/consents';
import { md5OfNothing, sendBlob, sendLog } from '../../support/content';
import { messenger } from '../../support/messages';
import { requestedExports } from '../../support/requested-exports';
import { newRestrictedToken } from '../../support/restricted-tokens';
import type { ServerUnderTest } from '../../support/server';
import { newCustodialAccount, share } from '../../support/shares';
import { subjects, type Subject } from './subjects';

/** The owner's account with its data, and all callers. */
export interface World {
  owner: TestAccount;
  /** Shares with the owner in both directions; sends no requests. */
  friend: TestAccount;
  /** The clinic of `administrator` and `member`. */
  clinicId: string;
  /** Undefined for anonymous callers. */
  tokenOf(subject: Subject): string | undefined;
  /** The calling account; for trusted servers and anonymous callers, the account that holds `follow`. */
  accountOf(subject: Subject): TestAccount;
  /** Functions that create objects in the owner's account, by the names in paths and arguments. */
  makers: Readonly<Record<string, () => Promise<string>>>;
}

const permissions = ['view', 'upload', 'note', 'follow', 'custodian'] as const;

function succeeded({ status, body, text }: Answer): Json {
  if (status < 200 || status > 299) throw new Error(`The server answered ${status}: ${text}`);
  return body;
}

/** Creates the accounts and their shares. */
export async function buildWorld(server: ServerUnderTest): Promise<World> {
  const people = subjects.filter((subject) => subject !== 'server' && subject !== 'nobody');
  const accounts = new Map<Subject, TestAccount>();
  for (const subject of people) accounts.set(subject, await newAccount(server));
  const account = (subject: Subject) => accounts.get(subject) as TestAccount;
  const [owner, friend] = [account('owner'), await newAccount(server)];
  for (const permission of permissions) await share(server, owner, account(permission), permission);
  await share(server, owner, account('former'), ...permissions);
  await api(server).post(`/access/${owner.userId}/${account('former').userId}`, { token: owner.token });
  await share(server, account('reverse'), owner, ...permissions);
  await share(server, owner, friend, 'view');
  await share(server, friend, owner, 'view');
  const serverToken = await newServerToken(server);
  const colleague = account('clinic');
  const ofOwner = succeeded(
    await api(server).post('/v1/clinics', { token: colleague.token, body: clinicFields }),
  );
  await addPatient(server, { path: `/v1/clinics/${ofOwner.id}` }, owner, ['view']);
  const clinic = () => newClinicOf(server, account('administrator'), account('member'));
  return {
    owner,
    friend,
    clinicId: await clinic(),
    accountOf: (subject) => accounts.get(subject) ?? account('follow'),
    tokenOf: (subject) => (subject === 'server' ? serverToken : accounts.get(subject)?.token),
    makers: {
      ...makersOf(server, owner, serverToken),
      newClinicId: clinic,
      async clinicInvitationKey() {
        const { token } = account('administrator');
        const { shareCode } = succeeded(await api(server).get(`/v1/clinics/${await clinic()}`, { token }));
        const path = `/confirm/send/invite/${owner.userId}/clinic`;
        const body = { shareCode, permissions: { view: {} } };
        return succeeded(await api(server).post(path, { token: owner.token, body })).key;
      },
      custodialId: async () => (await newCustodialAccount(server, account('custodian'))).userid,
    },
  };
}

/** Creates a clinic for its administrator and adds a member. */
async function newClinicOf(
  server: ServerUnderTest,
  { token }: TestAccount,
  member: TestAccount,
): Promise<string> {
  const { id } = succeeded(await api(server).post('/v1/clinics', { token, body: clinicFields }));
  await newClinician(server, { path: `/v1/clinics/${id}` }, ['CLINIC_MEMBER'], member);
  return id;
}

function makersOf(server: ServerUnderTest, owner: TestAccount, serverToken: string): World['makers'] {
  const { userId, token } = owner;
  const { post } = api(server);
  // One for all, because an account can have only a few at once.
  let exportId: Promise<string> | undefined;
  const madeExport = async () => {
    const { requested, ready } = requestedExports(server, owner);
    return (await ready(await requested({ userId }))).id;
  };
  return {
    async dataSetId() {
      return succeeded(await post(`/v1/users/${userId}/data_sets`, { token, body: {} })).data.uploadId;
    },
    async dataSourceId() {
      const body = { providerType: 'oauth', providerName: 'dexcom' };
      return succeeded(await post(`/v1/users/${userId}/data_sources`, { token: serverToken, body })).id;
    },
    async taskId() {
      const answer = await post('/v1/tasks', { token: serverToken, body: { type: 'matrix' } });
      return succeeded(answer).id ?? answer.body.data.id;
    },
    exportId: () => (exportId ??= madeExport()),
    async blobId() {
      const headers = { Digest: `MD5=${md5OfNothing}` };
      return succeeded(await sendBlob(server, userId, { token, raw: '', headers })).id;
    },
    async deviceLogId() {
      return succeeded(await sendLog(server, userId, token)).id;
    },
    messageId: () => messenger(server, owner).sent(),
    async recordId() {
      const answer = await post(`/v1/users/${userId}/consents`, { token, body: newConsent() });
      if (answer.status !== 409) return succeeded(answer).id;
      const { body } = await api(server).get(`/v1/users/${userId}/consents`, { token });
      return body.data[0].id;
    },
    async tokenId() {
      return (await newRestrictedToken(server, owner)).id;
    },
    async invitationKey() {
      const email = `${crypto.randomUUID()}@example.org`;
      const body = { email, permissions: { view: {} } };
      return succeeded(await post(`/confirm/send/invite/${userId}`, { token, body })).key;
    },
  };
}
