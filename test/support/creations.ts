import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from './accounts';
import { api, type Json } from './api';
import { accepted, newClinic, newClinician, newPatient, patientFields, type TestClinic } from './clinics';
import { dataDonation } from './consents';
import { newLegacyClinic } from './legacy-clinics';
import { prescribe, sealed } from './prescriptions';
import { newSession } from './provider-sessions';
import type { ServerUnderTest } from './server';

/** A client of the token service that is a service account. */
const program = { clientId: 'clinic-program', clientSecret: 'secret of the program' };

/** A mutation that creates something. */
export interface Creation {
  token: string;
  input: Json;
  /** Another input that the mutation would accept as far as its types go. */
  other: Json;
  /** What identifies the result, in its payload. */
  shows: string;
  /** If its name is not that of the mutation. */
  inputType?: string;
}

/** Those who create something. */
export interface CreationScene {
  server: ServerUnderTest;
  clinic: TestClinic;
  person: TestAccount;
  byAdmin: { token: string };
  byServer: { token: string };
}

/** A new clinic, a person and a trusted server. */
export async function newCreationScene(server: ServerUnderTest): Promise<CreationScene> {
  const clinic = await newClinic(server);
  const byAdmin = { token: clinic.admin.token };
  const byServer = { token: await newServerToken(server) };
  return { server, clinic, person: await newAccount(server), byAdmin, byServer };
}

const inClinic = ({ clinic }: CreationScene, fields: object) => ({ clinicId: clinic.id, ...fields });
const message = (fields: object) => ({ guid: randomUUID(), timestamp: '2026-01-02T03:04:05Z', ...fields });
const draft = (firstName: string) => ({ state: 'draft', firstName });
const revision = (firstName: string, createdUserId: string) => {
  const attributes = draft(firstName);
  return { attributes, createdUserId, revisionHash: sealed(attributes, createdUserId).revisionHash };
};
const unique = () => randomUUID().slice(0, 8);

/** One of each. */
export const creations: Record<string, (scene: CreationScene) => Promise<Creation> | Creation> = {
  createClinic: (scene) => ({
    ...scene.byAdmin,
    input: { name: 'One', preferredBgUnits: 'MG_DL' },
    other: { name: 'Other', preferredBgUnits: 'MG_DL' },
    shows: 'clinic { id name }',
  }),
  createPatient: (scene) => ({
    ...scene.byAdmin,
    input: inClinic(scene, patientFields),
    other: inClinic(scene, { ...patientFields, fullName: 'Somebody Else' }),
    shows: 'patient { userId fullName }',
  }),
  addPatient: async (scene) => {
    const { userId } = await newAccount(scene.server);
    return {
      ...scene.byServer,
      input: inClinic(scene, { userId, permissions: ['VIEW'] }),
      other: inClinic(scene, { userId, permissions: ['VIEW', 'NOTE'] }),
      shows: 'patient { userId }',
    };
  },
  sendUploadReminder: async (scene) => {
    const [{ id: userId }, other] = [
      await newPatient(scene.server, scene.clinic),
      await newPatient(scene.server, scene.clinic),
    ];
    return {
      ...scene.byAdmin,
      input: inClinic(scene, { userId }),
      other: inClinic(scene, { userId: other.id }),
      shows: 'patient { userId lastUploadReminderTime }',
      inputType: 'PatientInput',
    };
  },
  requestProviderConnection: async (scene) => {
    const dataSources = ['dexcom', 'twiist'].map((providerName) => ({ providerName, state: 'pending' }));
    const { id: userId } = await newPatient(scene.server, scene.clinic, {
      email: newEmail(scene.server),
      dataSources,
    });
    return {
      ...scene.byAdmin,
      input: inClinic(scene, { userId, provider: 'DEXCOM' }),
      other: inClinic(scene, { userId, provider: 'TWIIST' }),
      shows: 'done',
    };
  },
  createPatientTag: (scene) => ({
    ...scene.byAdmin,
    input: inClinic(scene, { name: unique() }),
    other: inClinic(scene, { name: unique() }),
    shows: 'tag { id name numPatients }',
  }),
  createSite: (scene) => ({
    ...scene.byAdmin,
    input: inClinic(scene, { name: unique() }),
    other: inClinic(scene, { name: unique() }),
    shows: 'site { id name numPatients }',
  }),
  convertTagToSite: async (scene) => {
    const tag = async () =>
      accepted(
        await api(scene.server).post(`${scene.clinic.path}/patient_tags`, {
          ...scene.byAdmin,
          body: { name: unique() },
        }),
      ).id;
    const [tagId, otherId] = [await tag(), await tag()];
    return {
      ...scene.byServer,
      input: inClinic(scene, { tagId }),
      other: inClinic(scene, { tagId: otherId }),
      shows: 'site { id name }',
    };
  },
  addClinician: async (scene) => {
    const { userId, email } = await newAccount(scene.server, { roles: ['clinician'] });
    return {
      ...scene.byServer,
      input: inClinic(scene, { userId, email, roles: ['CLINIC_MEMBER'] }),
      other: inClinic(scene, { userId, email, roles: ['CLINIC_ADMIN'] }),
      shows: 'clinician { userId email roles }',
    };
  },
  addServiceAccount: (scene) => ({
    ...scene.byServer,
    input: inClinic(scene, { name: 'Importer', ...program }),
    other: inClinic(scene, { name: 'Exporter', ...program }),
    shows: 'clinician { userId name }',
  }),
  inviteClinician: (scene) => {
    const email = newEmail(scene.server);
    return {
      ...scene.byAdmin,
      input: inClinic(scene, { email, roles: ['CLINIC_MEMBER'] }),
      other: inClinic(scene, { email, roles: ['CLINIC_ADMIN'] }),
      shows: 'clinician { inviteId email }',
    };
  },
  inviteClinic: async (scene) => {
    const { userId, token } = await newAccount(scene.server);
    const input = { userId, shareCode: scene.clinic.shareCode, permissions: ['VIEW'] };
    return {
      token,
      input,
      other: { ...input, permissions: ['VIEW', 'NOTE'] },
      shows: 'invitation { key }',
    };
  },
  sendInvitation: (scene) => {
    const input = { userId: scene.person.userId, email: newEmail(scene.server), permissions: ['VIEW'] };
    return {
      token: scene.person.token,
      input,
      other: { ...input, permissions: ['VIEW', 'NOTE'] },
      shows: 'invitation { key }',
    };
  },
  sendMessage: (scene) => ({
    token: scene.person.token,
    input: message({ userId: scene.person.userId, text: 'One' }),
    other: message({ userId: scene.person.userId, text: 'Other' }),
    shows: 'message { id text }',
  }),
  replyToMessage: async (scene) => {
    const { token, userId } = scene.person;
    const sent = await api(scene.server).graph(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } } }',
      { token, variables: { input: message({ userId, text: 'First' }) } },
    );
    const { id: messageId } = sent.body.data.sendMessage.message;
    return {
      token,
      input: message({ messageId, text: 'One' }),
      other: message({ messageId, text: 'Other' }),
      shows: 'message { id text }',
    };
  },
  createPrescription: async (scene) => {
    const { token, userId } = await newClinician(scene.server, scene.clinic, ['PRESCRIBER']);
    return {
      token,
      input: inClinic(scene, revision('Ann', userId)),
      other: inClinic(scene, revision('Bo', userId)),
      shows: 'prescription { id }',
    };
  },
  addPrescriptionRevision: async (scene) => {
    const prescriber = await newClinician(scene.server, scene.clinic, ['PRESCRIBER']);
    const practice = { path: `${scene.clinic.path}/prescriptions` };
    const { id: prescriptionId } = accepted(await prescribe(scene.server, practice, prescriber, draft('An')));
    return {
      token: prescriber.token,
      input: inClinic(scene, { prescriptionId, ...revision('Ann', prescriber.userId) }),
      other: inClinic(scene, { prescriptionId, ...revision('Bo', prescriber.userId) }),
      shows: 'prescription { id latestRevision { revisionId } }',
    };
  },
  createMigration: async (scene) => {
    const { userId } = await newClinician(
      scene.server,
      scene.clinic,
      ['CLINIC_MEMBER'],
      await newAccount(scene.server, { roles: ['clinic'] }),
    );
    const other = await newClinician(scene.server, scene.clinic);
    return {
      ...scene.byServer,
      input: inClinic(scene, { userId }),
      other: inClinic(scene, { userId: other.userId }),
      shows: 'migration { userId }',
    };
  },
  enableNewClinicExperience: async (scene) => {
    const [one, other] = [
      await newAccount(scene.server, { roles: ['clinic'] }),
      await newAccount(scene.server, { roles: ['clinic'] }),
    ];
    return {
      ...scene.byServer,
      input: { userId: one.userId },
      other: { userId: other.userId },
      shows: 'clinic { id }',
    };
  },
  triggerInitialMigration: async (scene) => {
    const [one, other] = [await newLegacyClinic(scene.server), await newLegacyClinic(scene.server)];
    return {
      token: one.owner.token,
      input: { clinicId: one.id },
      other: { clinicId: other.id },
      shows: 'migration { userId }',
    };
  },
  createCustodialAccount: (scene) => ({
    token: scene.person.token,
    input: { custodianId: scene.person.userId },
    other: { custodianId: scene.person.userId, emails: [newEmail(scene.server)] },
    shows: 'user { id }',
  }),
  createUnmanagedAccount: (scene) => ({
    ...scene.byServer,
    input: {},
    other: { emails: [newEmail(scene.server)] },
    shows: 'user { id }',
  }),
  createDataSource: (scene) => ({
    ...scene.byServer,
    input: { userId: scene.person.userId, dataSource: { providerType: 'oauth', providerName: 'dexcom' } },
    other: { userId: scene.person.userId, dataSource: { providerType: 'oauth', providerName: 'abbott' } },
    shows: 'dataSource { id }',
  }),
  createProviderSession: async (scene) => {
    const { userId } = await newAccount(scene.server);
    return {
      ...scene.byServer,
      input: { userId, providerSession: newSession('dexcom') },
      other: { userId, providerSession: newSession('abbott') },
      shows: 'providerSession { id }',
    };
  },
  createRestrictedToken: (scene) => ({
    token: scene.person.token,
    input: { userId: scene.person.userId, paths: ['/v1/one'] },
    other: { userId: scene.person.userId, paths: ['/v1/other'] },
    shows: 'restrictedToken { id }',
  }),
  requestExport: (scene) => ({
    token: scene.person.token,
    input: { userId: scene.person.userId },
    other: { userId: scene.person.userId, format: 'JSON' },
    shows: 'export { id }',
    inputType: 'CreateExportInput',
  }),
  createTask: (scene) => ({
    ...scene.byServer,
    input: { task: { type: 'org.example.repeated', data: { one: 1 } } },
    other: { task: { type: 'org.example.repeated', data: { other: 1 } } },
    shows: 'task { id }',
  }),
  grantConsent: async (scene) => {
    const { userId, token } = await newAccount(scene.server);
    const input = {
      userId,
      type: dataDonation,
      version: 2,
      ageGroup: '>=18',
      ownerName: 'Ann Ba',
      grantorType: 'owner',
    };
    return { token, input, other: { ...input, ownerName: 'Ann Bo' }, shows: 'record { id }' };
  },
};
