import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, addPatient, newClinic, newPatient } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { delete: remove, graph } = api(server);

/** A list of a test, and what changes it. */
export interface OpenList {
  /** The field that the list is in; none for a query. */
  parent?: string;
  /** The list, with the arguments of a page. */
  field: (page: string) => string;
  /** The field of an item that holds its id. */
  id: string;
  token: string;
  /** Creates an item, and returns its id. The count grows from item to item. */
  create: (count: number) => Promise<string>;
  remove: (id: string) => Promise<unknown>;
}

/** A connection that is paged by key. */
export interface PagedList {
  name: string;
  /** Whether the items come in the order in which tests create them. */
  isOldestFirst?: boolean;
  /** Whether cursors of earlier releases counted. */
  countsBefore?: boolean;
  open: () => Promise<OpenList>;
}

/** The data of an answer without errors. */
export async function run(query: string, token: string): Promise<Json> {
  const { body } = await graph(query, { token });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const addClinician = async (clinicId: string, userId: string, token: string): Promise<string> => {
  const fields = `clinicId: "${clinicId}", userId: "${userId}", email: "${userId}@example.com"`;
  await run(
    `mutation { addClinician(input: {${fields}, roles: [CLINIC_MEMBER]}) { clinician { userId } } }`,
    token,
  );
  return userId;
};

const removeClinician = (clinicId: string, userId: string, token: string): Promise<unknown> =>
  run(`mutation { removeClinician(input: {clinicId: "${clinicId}", userId: "${userId}"}) { done } }`, token);

const createClinic = async (token: string): Promise<string> => {
  const fields = 'name: "Pages", preferredBgUnits: MG_DL, country: "FR"';
  return (await run(`mutation { createClinic(input: {${fields}}) { clinic { id } } }`, token)).createClinic
    .clinic.id;
};

const deleteClinic = (id: string, token: string): Promise<unknown> =>
  run(`mutation { deleteClinic(input: {clinicId: "${id}"}) { done } }`, token);

/** A text that is sorted like its number. */
const nameOf = (count: number): string => `Name ${String(count).padStart(3, '0')}`;

export const lists: PagedList[] = [
  {
    name: 'blobs',
    countsBefore: true,
    open: async () => {
      const { userId, token } = await newAccount(server);
      return {
        parent: 'me',
        field: (page) => `blobs(statuses: [CREATED], ${page})`,
        id: 'id',
        token,
        create: async () =>
          (
            await run(
              `mutation { createBlob(input: {userId: "${userId}", mediaType: "text/plain"}) { blob { id } } }`,
              token,
            )
          ).createBlob.blob.id,
        remove: (id) => run(`mutation { deleteBlob(input: {blobId: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'data sets',
    countsBefore: true,
    open: async () => {
      const { userId, token } = await newAccount(server);
      const dataSet =
        '{deviceId: "d", dataSetType: "continuous", client: {name: "org.example", version: "1.0.0"}}';
      const made = `mutation { createDataSet(input: {userId: "${userId}", dataSet: ${dataSet}}) { dataSet { id } } }`;
      return {
        parent: 'me',
        field: (page) => `dataSets(${page})`,
        id: 'id',
        token,
        create: async () => (await run(made, token)).createDataSet.dataSet.id,
        remove: (id) =>
          run(`mutation { deleteDataSet(input: {dataSetId: "${id}"}) { dataSet { id } } }`, token),
      };
    },
  },
  {
    name: 'sessions',
    countsBefore: true,
    open: async () => {
      const { email, password, token: first } = await newAccount(server);
      const newest = '{ mySessions(first: 1) { edges { node { id } } } }';
      return {
        field: (page) => `mySessions(${page})`,
        id: 'id',
        token: first,
        create: async () => {
          const { headers } = await logIn(server, email, password);
          const data = await run(newest, headers.get('X-Tidepool-Session-Token') ?? '');
          return data.mySessions.edges[0].node.id;
        },
        remove: (id) => run(`mutation { endSession(input: {id: "${id}"}) { done } }`, first),
      };
    },
  },
  {
    name: 'restricted tokens',
    countsBefore: true,
    open: async () => {
      const [{ userId }, token] = [await newAccount(server), await newServerToken(server)];
      return {
        field: (page) => `restrictedTokens(userId: "${userId}", ${page})`,
        id: 'id',
        token,
        create: async () =>
          (
            await run(
              `mutation { createRestrictedToken(input: {userId: "${userId}"}) { restrictedToken { id } } }`,
              token,
            )
          ).createRestrictedToken.restrictedToken.id,
        remove: (id) => run(`mutation { deleteRestrictedToken(input: {id: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'tasks',
    countsBefore: true,
    open: async () => {
      const [type, token] = [`pages.${randomUUID()}`, await newServerToken(server)];
      return {
        field: (page) => `tasks(type: "${type}", ${page})`,
        id: 'id',
        token,
        create: async () =>
          (await run(`mutation { createTask(input: {task: {type: "${type}"}}) { task { id } } }`, token))
            .createTask.task.id,
        remove: (id) => run(`mutation { deleteTask(input: {id: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'members of a clinic',
    countsBefore: true,
    open: async () => {
      const [clinic, token] = [await newClinic(server), await newServerToken(server)];
      return {
        parent: `clinic(id: "${clinic.id}")`,
        field: (page) => `clinicians(role: CLINIC_MEMBER, ${page})`,
        id: 'userId',
        token: clinic.admin.token,
        create: () => addClinician(clinic.id, randomUUID(), token),
        remove: (id) => removeClinician(clinic.id, id, token),
      };
    },
  },
  {
    name: 'members of all clinics',
    isOldestFirst: true,
    open: async () => {
      const [{ id: clinicId }, token] = [await newClinic(server), await newServerToken(server)];
      const createdFrom = new Date().toISOString();
      return {
        field: (page) => `allClinicians(createdFrom: "${createdFrom}", ${page})`,
        id: 'userId',
        token,
        create: () => addClinician(clinicId, randomUUID(), token),
        remove: (id) => removeClinician(clinicId, id, token),
      };
    },
  },
  {
    name: 'clinics',
    isOldestFirst: true,
    open: async () => {
      const [admin, token] = [
        await newAccount(server, { roles: ['clinician'] }),
        await newServerToken(server),
      ];
      const createdFrom = new Date().toISOString();
      return {
        field: (page) => `clinics(createdFrom: "${createdFrom}", ${page})`,
        id: 'id',
        token,
        create: () => createClinic(admin.token),
        remove: (id) => deleteClinic(id, admin.token),
      };
    },
  },
  {
    name: 'clinics that an account works in',
    countsBefore: true,
    open: async () => {
      const { token } = await newAccount(server, { roles: ['clinician'] });
      return {
        parent: 'me',
        field: (page) => `clinics(${page})`,
        id: 'clinicId',
        token,
        create: () => createClinic(token),
        remove: (id) => deleteClinic(id, token),
      };
    },
  },
  {
    name: 'records of a patient in clinics',
    isOldestFirst: true,
    countsBefore: true,
    open: async () => {
      const [patient, admin] = [await newAccount(server), await newAccount(server, { roles: ['clinician'] })];
      return {
        parent: 'me',
        field: (page) => `clinicRecords(${page})`,
        id: 'clinicId',
        token: patient.token,
        create: async (count) => {
          const id = await createClinic(admin.token);
          const fields = { fullName: nameOf(count), birthDate: '1990-05-06' };
          await addPatient(server, { path: `/v1/clinics/${id}` }, patient, ['view'], fields);
          return id;
        },
        remove: async (id) =>
          accepted(await remove(`/v1/clinics/${id}/patients/${patient.userId}`, { token: admin.token })),
      };
    },
  },
  {
    name: 'patients of the caller’s clinics',
    isOldestFirst: true,
    countsBefore: true,
    open: async () => {
      const clinic = await newClinic(server);
      return {
        field: (page) => `findPatients(birthDate: "1990-05-06", ${page})`,
        id: 'userId',
        token: clinic.admin.token,
        create: async (count) => (await newPatient(server, clinic, { fullName: nameOf(count) })).id,
        remove: async (id) =>
          accepted(await remove(`${clinic.path}/patients/${id}`, { token: clinic.admin.token })),
      };
    },
  },
];
