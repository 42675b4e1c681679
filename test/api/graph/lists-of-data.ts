import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { accepted, newClinic, newPatient } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { newPerson } from '../../support/person';
import { api } from '../../support/api';
import { at, food } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { run, type OpenList, type PagedList } from './paged-lists';

const server = serverUnderTest();
const { delete: remove } = api(server);

/** Of the notes of a patient, as the clinic reads them. */
const openNotesOfPatient = async (): Promise<OpenList> => {
  const clinic = await newClinic(server);
  const { id: userId } = await newPatient(server, clinic);
  const { sent, remove: removed } = messenger(server, { userId, token: clinic.admin.token });
  return {
    parent: `patient(clinicId: "${clinic.id}", userId: "${userId}")`,
    field: (page) => `notes(${page})`,
    id: 'id',
    token: clinic.admin.token,
    create: (count) => sent({ timestamp: at(count) }),
    remove: async (id) => accepted(await removed(id)),
  };
};

/** Connections of data and of what brings it. */
export const listsOfData: PagedList[] = [
  {
    name: 'data sources',
    connection: 'User.dataSources',
    open: async () => {
      const [{ userId, token }, trusted] = [await newAccount(server), await newServerToken(server)];
      return {
        parent: 'me',
        field: (page) => `dataSources(${page})`,
        id: 'id',
        token,
        create: async (count) => {
          const details = `{providerType: OAUTH, providerName: "provider-${count}"}`;
          const input = `{userId: "${userId}", details: ${details}}`;
          const query = `mutation { createDataSource(input: ${input}) { dataSource { id } } }`;
          return (await run(query, trusted)).createDataSource.dataSource.id;
        },
        remove: (id) => run(`mutation { deleteDataSource(input: {id: "${id}"}) { done } }`, trusted),
      };
    },
  },
  {
    name: 'provider sessions',
    connection: 'Query.providerSessions',
    open: async () => {
      const [{ userId }, token] = [await newAccount(server), await newServerToken(server)];
      return {
        field: (page) => `providerSessions(filter: {userId: "${userId}"}, ${page})`,
        id: 'id',
        token,
        create: async (count) => {
          const details = `{type: OAUTH, name: "provider-${count}", oauthToken: {accessToken: "x"}}`;
          const input = `{userId: "${userId}", details: ${details}}`;
          const query = `mutation { createProviderSession(input: ${input}) { providerSession { id } } }`;
          return (await run(query, token)).createProviderSession.providerSession.id;
        },
        remove: (id) => run(`mutation { deleteProviderSession(input: {id: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'device logs',
    connection: 'User.deviceLogs',
    open: async () => {
      const { userId, token } = await newAccount(server);
      return {
        parent: 'me',
        field: (page) => `deviceLogs(${page})`,
        id: 'id',
        token,
        create: async () => {
          const time = `startAtTime: "${at(0)}", endAtTime: "${at(1)}"`;
          const input = `{userId: "${userId}", ${time}, lines: []}`;
          const query = `mutation { createDeviceLog(input: ${input}) { deviceLog { id } } }`;
          return (await run(query, token)).createDeviceLog.deviceLog.id;
        },
      };
    },
  },
  {
    name: 'records of a data set',
    connection: 'DataSet.records',
    isOldestFirst: true,
    open: async () => {
      const person = await newPerson(server);
      const dataSetId = await person.openedContinuous();
      const parent = `dataSet(id: "${dataSetId}")`;
      return {
        parent,
        field: (page) => `records(${page})`,
        id: 'id',
        token: person.token,
        create: async (count) => {
          await person.uploaded(dataSetId, [food({ time: at(count) })]);
          const newest = `{ parent: ${parent} { records(last: 1) { edges { node { id } } } } }`;
          return (await run(newest, person.token)).parent.records.edges[0].node.id;
        },
        remove: async (id) => accepted(await person.deleteData(dataSetId, [{ id }])),
      };
    },
  },
  { name: 'notes of a patient', connection: 'Patient.notes', open: openNotesOfPatient },
  {
    name: 'messages of a thread',
    connection: 'Message.thread',
    open: async () => {
      const account = await newAccount(server);
      const { sent, replied, remove: removed } = messenger(server, account);
      const note = await sent();
      return {
        parent: `message(id: "${note}")`,
        field: (page) => `thread(${page})`,
        id: 'id',
        token: account.token,
        create: () => replied(note),
        remove: async (id) => accepted(await removed(id)),
      };
    },
  },
  {
    name: 'received invitations',
    connection: 'User.invitationsReceived',
    open: async () => {
      const friend = await newAccount(server);
      const senders = new Map<string, TestAccount>();
      return {
        parent: 'me',
        field: (page) => `invitationsReceived(${page})`,
        id: 'key',
        token: friend.token,
        create: async () => {
          const owner = await newAccount(server);
          const input = `{userId: "${owner.userId}", email: "${friend.email}", permissions: [VIEW]}`;
          const query = `mutation { sendInvitation(input: ${input}) { invitation { key } } }`;
          const { key } = (await run(query, owner.token)).sendInvitation.invitation;
          senders.set(key, owner);
          return key;
        },
        remove: (key) => {
          const { userId, token } = senders.get(key)!;
          const input = `{userId: "${userId}", email: "${friend.email}"}`;
          return run(`mutation { cancelInvitation(input: ${input}) { done } }`, token);
        },
      };
    },
  },
  {
    name: 'patients of a clinic',
    connection: 'Clinic.patients',
    isOldestFirst: true,
    open: async () => {
      const clinic = await newClinic(server);
      return {
        parent: `clinic(id: "${clinic.id}")`,
        field: (page) => `patients(${page})`,
        id: 'userId',
        token: clinic.admin.token,
        create: async (count) => {
          const fullName = `Name ${String(count).padStart(3, '0')}`;
          return (await newPatient(server, clinic, { fullName })).id;
        },
        remove: async (id) =>
          accepted(await remove(`${clinic.path}/patients/${id}`, { token: clinic.admin.token })),
      };
    },
  },
];
