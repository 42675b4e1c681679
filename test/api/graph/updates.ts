import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { newFollower } from '../../support/alerts';
import { api, type Json } from '../../support/api';
import { addPatient, newClinic, newClinician, newPatient, type TestClinic } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { statsWith } from '../../support/patient-summaries';
import { newPerson } from '../../support/person';
import { providerClient } from '../../support/provider-sessions';
import { newRestrictedToken } from '../../support/restricted-tokens';
import { serverUnderTest } from '../../support/server';
import { run } from './paged-lists';

const server = serverUnderTest();

/** What a mutation changes, made by a test. */
export interface Changed {
  token: string;
  /** Required fields of the input. */
  key: object;
  /** Values that name something the test has made. */
  values?: Record<string, unknown>;
  /** The present values, by the names of the input's fields. */
  read: () => Promise<Json>;
}

/** A mutation that changes parts of something. */
export interface Update {
  mutation: string;
  /** The field that holds the changes; none if the input itself does. */
  within?: string;
  /** Values of the fields that null could clear. */
  values: Record<string, unknown>;
  open: () => Promise<Changed>;
}

/** Reads one object, whose fields have the names of input fields, with a query of one root field. */
const reading = (token: string, field: string, selection: string) => async (): Promise<Json> =>
  (await run(`{ found: ${field} { ${selection} } }`, token)).found;

async function member(): Promise<{ clinic: TestClinic; clinician: TestAccount }> {
  const clinic = await newClinic(server);
  return { clinic, clinician: await newClinician(server, clinic) };
}

const hour = 3_600_000;
const later = new Date(Date.now() + 24 * hour).toISOString();
const muchLater = new Date(Date.now() + 48 * hour).toISOString();
const threshold = { value: 4, units: 'MMOL_L' };

const ofClinics: Update[] = [
  {
    mutation: 'updateClinic',
    values: {
      ...{
        name: 'Named',
        address: '1 Way',
        city: 'Lyon',
        postalCode: '69001',
        state: 'Rhône',
        country: 'FR',
      },
      phoneNumbers: [{ type: 'Office', number: '+33 1' }],
      ...{ clinicType: 'HEALTHCARE_SYSTEM', clinicSize: 'UP_TO_499', preferredBgUnits: 'MMOL_L' },
      ...{ website: 'https://a.example', timezone: 'Europe/Paris' },
    },
    open: async () => {
      const { id, admin } = await newClinic(server);
      const fields =
        'name address city postalCode state country phoneNumbers { type number } website timezone';
      const selection = `${fields} clinicType clinicSize preferredBgUnits`;
      return {
        token: admin.token,
        key: { clinicId: id },
        read: reading(admin.token, `clinic(id: "${id}")`, selection),
      };
    },
  },
  {
    mutation: 'updateClinician',
    values: { name: 'Dr. Who' },
    open: async () => {
      const { clinic, clinician } = await member();
      const field = `clinician(clinicId: "${clinic.id}", userId: "${clinician.userId}")`;
      return {
        token: clinic.admin.token,
        key: { clinicId: clinic.id, userId: clinician.userId, roles: ['CLINIC_MEMBER'] },
        read: reading(clinic.admin.token, field, 'name'),
      };
    },
  },
  {
    mutation: 'updatePatientCountSettings',
    values: { hardLimit: { plan: 20 }, softLimit: { plan: 10 } },
    open: async () => {
      const [{ id }, token] = [await newClinic(server, { country: 'US' }), await newServerToken(server)];
      const read = reading(
        token,
        `clinic(id: "${id}")`,
        'patientCountSettings { hardLimit { plan } softLimit { plan } }',
      );
      return { token, key: { clinicId: id }, read: async () => (await read()).patientCountSettings };
    },
  },
  {
    mutation: 'updateSuppressedNotifications',
    values: { patientClinicInvitation: true },
    open: async () => {
      const { id, admin } = await newClinic(server);
      const selection = 'suppressedNotifications { patientClinicInvitation }';
      const read = reading(admin.token, `clinic(id: "${id}")`, selection);
      return {
        token: admin.token,
        key: { clinicId: id },
        read: async () => (await read()).suppressedNotifications,
      };
    },
  },
  {
    mutation: 'updateEhrSettings',
    values: {
      destinationIds: { flowsheet: 'f', notes: 'n', results: 'r' },
      notes: { includeGMI: true },
    },
    open: async () => {
      const [{ id }, token] = [await newClinic(server), await newServerToken(server)];
      const key = {
        ...{ clinicId: id, enabled: true, provider: 'REDOX', sourceId: 's', mrnIdType: 'MRN' },
        ...{ procedureCodes: {}, tags: { codes: [] }, flowsheets: { icode: true } },
        scheduledReports: { onUploadEnabled: false, cadence: 'DAILY' },
      };
      const selection = 'ehrSettings { destinationIds { flowsheet notes results } notes { includeGMI } }';
      const read = reading(token, `clinic(id: "${id}")`, selection);
      return { token, key, read: async () => (await read()).ehrSettings };
    },
  },
];

const ofPatients: Update[] = [
  {
    mutation: 'updatePatient',
    values: {
      ...{ fullName: 'Ann Own', birthDate: '1980-01-02', mrn: '1234' },
      ...{ targetDevices: ['G6'], diagnosisType: 'TYPE1', glycemicRanges: { preset: 'HIGH_RISK' } },
      dataSources: [{ providerName: 'dexcom', state: 'pending' }],
    },
    open: async () => {
      const clinic = await newClinic(server);
      const { token } = clinic.admin;
      const { id: userId } = await newPatient(server, clinic);
      const label = `input: { clinicId: "${clinic.id}", name: "Some" }`;
      const made = await run(
        `mutation { createPatientTag(${label}) { tag { id } } createSite(${label}) { site { id } } }`,
        token,
      );
      const [tagId, siteId] = [made.createPatientTag.tag.id, made.createSite.site.id];
      const fields =
        'fullName birthDate mrn email targetDevices diagnosisType glycemicRanges { preset } tagIds siteIds: sites { id }';
      const field = `patient(clinicId: "${clinic.id}", userId: "${userId}")`;
      return {
        token,
        key: { clinicId: clinic.id, userId },
        values: { tagIds: [tagId], siteIds: [siteId], email: `${randomUUID()}@example.org` },
        read: reading(token, field, `${fields} dataSources { providerName state }`),
      };
    },
  },
  {
    mutation: 'updateClinicUser',
    values: { email: 'new@example.org' },
    open: async () => {
      const clinic = await newClinic(server);
      const { id: userId } = await newPatient(server, clinic);
      const field = `patient(clinicId: "${clinic.id}", userId: "${userId}")`;
      return {
        token: await newServerToken(server),
        key: { userId },
        read: reading(clinic.admin.token, field, 'email'),
      };
    },
  },
  {
    mutation: 'updatePatientSummary',
    values: { summary: { cgmStats: statsWith({}) } },
    open: async () => {
      const [clinic, account] = [await newClinic(server), await newAccount(server)];
      await addPatient(server, clinic, account, ['view']);
      const field = `patient(clinicId: "${clinic.id}", userId: "${account.userId}")`;
      return {
        token: await newServerToken(server),
        key: { userId: account.userId },
        read: reading(clinic.admin.token, field, 'summary: storedSummary'),
      };
    },
  },
];

const ofAccounts: Update[] = [
  {
    mutation: 'updateMe',
    values: { termsAcceptedTime: '2024-05-06T07:08:09.000Z' },
    open: async () => {
      const { token } = await newAccount(server);
      return { token, key: {}, read: reading(token, 'me', 'username emails termsAcceptedTime') };
    },
  },
  {
    mutation: 'updateUser',
    values: { termsAcceptedTime: '2024-05-06T07:08:09.000Z', roles: ['clinic'] },
    open: async () => {
      const [{ userId }, token] = [await newAccount(server), await newServerToken(server)];
      const selection = 'username emails emailVerified roles termsAcceptedTime';
      return { token, key: { userId }, read: reading(token, `user(id: "${userId}")`, selection) };
    },
  },
  {
    mutation: 'updateRestrictedToken',
    values: { paths: ['/v1/users'], expirationTime: later },
    open: async () => {
      const [account, token] = [await newAccount(server), await newServerToken(server)];
      const { id } = await newRestrictedToken(server, account);
      return {
        token,
        key: { id },
        read: reading(token, `restrictedToken(id: "${id}")`, 'paths expirationTime'),
      };
    },
  },
  {
    mutation: 'configureAlerts',
    within: 'alerts',
    values: {
      low: { enabled: true, threshold, delay: 5, repeat: 15 },
      high: { enabled: true, threshold: { value: 12, units: 'MMOL_L' }, delay: 5, repeat: 15 },
      urgentLow: { enabled: true, threshold: { value: 3, units: 'MMOL_L' } },
      notLooping: { enabled: true, delay: 5 },
      noCommunication: { enabled: true, delay: 5 },
      dataSetId: 'f'.repeat(32),
    },
    open: async () => {
      const { followed, userId, token } = await newFollower(server);
      const key = { followedId: followed.userId, followerId: userId };
      const field = `alertsConfig(followedId: "${followed.userId}", followerId: "${userId}")`;
      const selection = ['low', 'high', 'urgentLow', 'notLooping', 'noCommunication']
        .map((kind) => `${kind} { enabled }`)
        .join(' ');
      return { token, key, read: reading(token, field, `dataSetId ${selection}`) };
    },
  },
  {
    mutation: 'updateMetadata',
    within: 'settings',
    values: {
      ...{ glucoseUnits: 'MG_DL', siteChangeSource: 'cannulaPrime' },
      glucoseTarget: { low: 70, high: 180, units: 'MG_DL' },
    },
    open: async () => {
      const { userId, token } = await newAccount(server);
      const selection = 'accountSettings { glucoseUnits siteChangeSource glucoseTarget { low high } }';
      const read = reading(token, 'me', selection);
      return { token, key: { userId }, read: async () => (await read()).accountSettings };
    },
  },
  {
    mutation: 'editMessage',
    values: { text: 'Other words', timestamp: '2024-05-06T07:08:10+02:00' },
    open: async () => {
      const account = await newAccount(server);
      const messageId = await messenger(server, account).sent();
      const read = reading(account.token, `message(id: "${messageId}")`, 'text timestamp');
      return { token: account.token, key: { messageId }, read };
    },
  },
];

const ofData: Update[] = [
  {
    mutation: 'updateDataSet',
    within: 'set',
    values: {
      ...{ deviceId: 'device', deviceModel: 'model', deviceSerialNumber: 'serial', timezone: 'Europe/Paris' },
      time: '2024-05-06T07:08:09.000Z',
    },
    open: async () => {
      const [person, token] = [await newPerson(server), await newServerToken(server)];
      const dataSetId = await person.openedContinuous();
      const selection = 'deviceId deviceModel deviceSerialNumber timezone time';
      return { token, key: { dataSetId }, read: reading(token, `dataSet(id: "${dataSetId}")`, selection) };
    },
  },
  {
    mutation: 'updateDataSource',
    within: 'set',
    values: {
      ...{ earliestDataTime: '2024-01-01T00:00:00.000Z', latestDataTime: '2024-02-01T00:00:00.000Z' },
      ...{ lastImportTime: '2024-02-02T00:00:00.000Z', dataSetIds: ['c'.repeat(32)] },
      ...{ metadata: { a: 1 }, providerExternalId: 'e', error: { detail: 'It failed.' } },
    },
    open: async () => {
      const [person, token] = [await newAccount(server), await newServerToken(server)];
      const { id } = await providerClient(server, token).source(person, 'dexcom');
      const selection =
        'earliestDataTime latestDataTime lastImportTime dataSetIds metadata providerExternalId error state';
      return { token, key: { id }, read: reading(token, `dataSource(id: "${id}")`, selection) };
    },
  },
  {
    mutation: 'updateProviderSession',
    within: 'set',
    values: { externalId: 'e' },
    open: async () => {
      const [person, token] = [await newAccount(server), await newServerToken(server)];
      const { id } = await providerClient(server, token).session(person, 'dexcom');
      return { token, key: { id }, read: reading(token, `providerSession(id: "${id}")`, 'externalId') };
    },
  },
  {
    mutation: 'updateTask',
    within: 'set',
    values: { availableTime: later, expirationTime: muchLater, priority: 3, data: { a: 1 } },
    open: async () => {
      const token = await newServerToken(server);
      const body = { type: 'of a test of updates' };
      const { id } = (await api(server).post('/v1/tasks', { token, body })).body;
      const selection = 'availableTime expirationTime priority data';
      return { token, key: { id }, read: reading(token, `task(id: "${id}")`, selection) };
    },
  },
];

/** Everything that mutations change in parts, with values for what null could clear. */
export const updates: readonly Update[] = [...ofClinics, ...ofPatients, ...ofAccounts, ...ofData];
