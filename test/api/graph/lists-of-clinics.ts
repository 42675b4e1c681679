import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { accepted, addPatient, newClinic, newPatient, type TestClinic } from '../../support/clinics';
import { newPractice, prescribed, revise } from '../../support/prescriptions';
import { serverUnderTest } from '../../support/server';
import { run, type PagedList } from './paged-lists';

const server = serverUnderTest();
const { delete: remove } = api(server);

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

/** A list of a plan to merge a clinic, whose items come from the source. */
const merged = (
  field: string,
  create: (source: TestClinic, token: string) => Promise<string>,
  remove: (source: TestClinic, id: string, token: string) => Promise<unknown>,
): PagedList => ({
  name: `${field} of a plan`,
  connection: `MergePlan.${field}`,
  isSortedById: true,
  open: async () => {
    const [source, target] = [await newClinic(server), await newClinic(server)];
    const token = await newServerToken(server);
    return {
      parent: `clinicMergePlan(sourceId: "${source.id}", targetId: "${target.id}")`,
      field: (page) => `${field}(${page})`,
      id: 'userId',
      token,
      create: () => create(source, token),
      remove: (id) => remove(source, id, token),
    };
  },
});

/** Connections of clinics and their patients. */
export const listsOfClinics: PagedList[] = [
  merged(
    'mergedPatients',
    async (source) => (await newPatient(server, source)).id,
    async ({ path, admin }, id) => accepted(await remove(`${path}/patients/${id}`, { token: admin.token })),
  ),
  merged(
    'mergedClinicians',
    ({ id }, token) => addClinician(id, randomUUID(), token),
    ({ id }, userId, token) => removeClinician(id, userId, token),
  ),
  {
    name: 'members of a clinic',
    connection: 'Clinic.clinicians',
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
    connection: 'Query.allClinicians',
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
    connection: 'Query.clinics',
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
    connection: 'User.clinics',
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
    connection: 'User.clinicRecords',
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
    connection: 'Query.findPatients',
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
  {
    name: 'prescriptions of a clinic',
    connection: 'Clinic.prescriptions',
    countsBefore: true,
    open: async () => {
      const practice = await newPractice(server);
      const { token } = practice.member;
      return {
        parent: `clinic(id: "${practice.id}")`,
        field: (page) => `prescriptions(${page})`,
        id: 'id',
        token,
        create: async (count) => (await prescribed(server, practice, { state: 'draft', mrn: `${count}` })).id,
        remove: (id) =>
          run(
            `mutation { deletePrescription(input: {clinicId: "${practice.id}", prescriptionId: "${id}"}) { done } }`,
            token,
          ),
      };
    },
  },
  {
    name: 'revisions of a prescription',
    connection: 'Prescription.revisions',
    countsBefore: true,
    open: async () => {
      const practice = await newPractice(server);
      const { id } = await prescribed(server, practice, { state: 'draft', mrn: '0' });
      let newest = 0;
      return {
        parent: `prescription(clinicId: "${practice.id}", id: "${id}")`,
        field: (page) => `revisions(${page})`,
        id: 'revisionId',
        token: practice.member.token,
        create: async (count) => {
          accepted(await revise(server, practice, practice.member, id, { state: 'draft', mrn: `${count}` }));
          newest += 1;
          return String(newest);
        },
      };
    },
  },
];
