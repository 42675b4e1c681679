import { newAccount, newEmail, newServerToken, type TestAccount } from '../../support/accounts';
import { newFollower } from '../../support/alerts';
import { newClinic, newClinician } from '../../support/clinics';
import { newPerson } from '../../support/person';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { run, type PagedList } from './paged-lists';

const server = serverUnderTest();

const revoke = (owner: TestAccount, memberId: string): Promise<unknown> =>
  run(
    `mutation { revokeShare(input: {ownerId: "${owner.userId}", memberId: "${memberId}"}) { permissions } }`,
    owner.token,
  );

/** A list of the shares that a new account gives. */
const given = (field: string, id: string): PagedList => ({
  name: field,
  connection: `User.${field}`,
  isSortedById: true,
  open: async () => {
    const owner = await newAccount(server);
    return {
      parent: 'me',
      field: (page) => `${field}(${page})`,
      id,
      token: owner.token,
      create: async () => {
        const member = await newAccount(server);
        await share(server, owner, member, 'view');
        return member.userId;
      },
      remove: (memberId) => revoke(owner, memberId),
    };
  },
});

/** Connections of people who share, and of invitations to clinics. */
export const listsOfPeople: PagedList[] = [
  given('sharesGiven', 'memberId'),
  given('relatedPeople', 'id'),
  {
    name: 'sharesReceived',
    connection: 'User.sharesReceived',
    isSortedById: true,
    open: async () => {
      const member = await newAccount(server);
      const owners = new Map<string, TestAccount>();
      return {
        parent: 'me',
        field: (page) => `sharesReceived(${page})`,
        id: 'ownerId',
        token: member.token,
        create: async () => {
          const owner = await newAccount(server);
          owners.set(owner.userId, owner);
          await share(server, owner, member, 'view');
          return owner.userId;
        },
        remove: (ownerId) =>
          run(`mutation { leaveShare(input: {ownerId: "${ownerId}"}) { permissions } }`, member.token),
      };
    },
  },
  {
    name: 'open invitations from patients',
    connection: 'Clinic.openPatientInvitations',
    open: async () => {
      const clinic = await newClinic(server);
      return {
        parent: `clinic(id: "${clinic.id}")`,
        field: (page) => `openPatientInvitations(${page})`,
        id: 'key',
        token: clinic.admin.token,
        create: async () => {
          const { userId, token } = await newAccount(server);
          const input = `{userId: "${userId}", shareCode: "${clinic.shareCode}", permissions: [VIEW]}`;
          const data = await run(`mutation { inviteClinic(input: ${input}) { invitation { key } } }`, token);
          return data.inviteClinic.invitation.key;
        },
        remove: (key) =>
          run(
            `mutation { endPatientInvitation(input: {clinicId: "${clinic.id}", key: "${key}"}) { invitation { key } } }`,
            clinic.admin.token,
          ),
      };
    },
  },
  {
    name: 'open invitations to clinicians',
    connection: 'Clinic.openClinicianInvitations',
    open: async () => {
      const { id: clinicId, admin } = await newClinic(server);
      return {
        parent: `clinic(id: "${clinicId}")`,
        field: (page) => `openClinicianInvitations(${page})`,
        id: 'key',
        token: admin.token,
        create: async () => {
          const input = `{clinicId: "${clinicId}", email: "${newEmail(server)}", roles: [CLINIC_MEMBER]}`;
          const made = `mutation { inviteClinician(input: ${input}) { clinician { inviteId } } }`;
          return (await run(made, admin.token)).inviteClinician.clinician.inviteId;
        },
        remove: (key) =>
          run(
            `mutation { cancelClinicianInvitation(input: {clinicId: "${clinicId}", key: "${key}"}) { done } }`,
            admin.token,
          ),
      };
    },
  },
  {
    name: 'open invitations of a clinician',
    connection: 'User.openClinicInvitations',
    open: async () => {
      const invited = await newAccount(server);
      const clinics = new Map<string, string>();
      return {
        parent: 'me',
        field: (page) => `openClinicInvitations(${page})`,
        id: 'key',
        token: invited.token,
        create: async () => {
          const { id, admin } = await newClinic(server);
          const input = `{clinicId: "${id}", email: "${invited.email}", roles: [CLINIC_MEMBER]}`;
          const made = `mutation { inviteClinician(input: ${input}) { clinician { inviteId } } }`;
          const { inviteId } = (await run(made, admin.token)).inviteClinician.clinician;
          clinics.set(inviteId, id);
          return inviteId;
        },
        remove: (key) =>
          run(
            `mutation { declineClinicianInvitation(input: {userId: "${invited.userId}", key: "${key}"}) { done } }`,
            invited.token,
          ),
      };
    },
  },
  {
    name: 'phones',
    connection: 'User.phones',
    open: async () => {
      const { userId, token } = await newAccount(server);
      return {
        parent: 'me',
        field: (page) => `phones(${page})`,
        id: 'token',
        token,
        create: async (count) => {
          const phone = Buffer.from(`phone ${count}`).toString('base64');
          const apple = `{token: "${phone}", environment: SANDBOX}`;
          await run(
            `mutation { registerDeviceToken(input: {userId: "${userId}", apple: ${apple}}) { done } }`,
            token,
          );
          return phone;
        },
      };
    },
  },
  {
    name: 'alert settings of followers',
    connection: 'Query.alertsConfigsOfFollowers',
    isSortedById: true,
    open: async () => {
      const [followed, token] = [await newPerson(server), await newServerToken(server)];
      return {
        field: (page) => `alertsConfigsOfFollowers(followedId: "${followed.userId}", ${page})`,
        id: 'followerId',
        token,
        create: async () => {
          const follower = await newFollower(server, followed);
          await follower.configure({ notLooping: { enabled: true } });
          return follower.userId;
        },
        remove: (id) => {
          const pair = `{followedId: "${followed.userId}", followerId: "${id}"}`;
          return run(`mutation { deleteAlertsConfig(input: ${pair}) { done } }`, token);
        },
      };
    },
  },
  {
    name: 'migrations to a clinic',
    connection: 'Clinic.accountMigrations',
    isOldestFirst: true,
    open: async () => {
      const [clinic, token] = [await newClinic(server), await newServerToken(server)];
      return {
        parent: `clinic(id: "${clinic.id}")`,
        field: (page) => `accountMigrations(${page})`,
        id: 'userId',
        token,
        create: async () => {
          const account = await newAccount(server, { roles: ['clinic'] });
          const { userId } = await newClinician(server, clinic, ['CLINIC_MEMBER'], account);
          const input = `{clinicId: "${clinic.id}", userId: "${userId}"}`;
          await run(`mutation { createMigration(input: ${input}) { migration { userId } } }`, token);
          return userId;
        },
      };
    },
  },
];
