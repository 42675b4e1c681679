import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { newFollower } from '../../support/alerts';
import { addPatient, newClinic, newClinician, newPatient, type TestClinic } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { statsWith } from '../../support/patient-summaries';
import { newRestrictedToken } from '../../support/restricted-tokens';
import { serverUnderTest } from '../../support/server';
import { later, muchLater, reading, type Update } from './update';
import { updatesOfData } from './updates-of-data';
import { run } from './paged-lists';

const server = serverUnderTest();

async function member(): Promise<{ clinic: TestClinic; clinician: TestAccount }> {
  const clinic = await newClinic(server);
  return { clinic, clinician: await newClinician(server, clinic) };
}

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
    values: {
      hardLimit: { plan: 20, startDate: later, endDate: muchLater },
      softLimit: { plan: 10, startDate: later, endDate: muchLater },
    },
    open: async () => {
      const [{ id }, token] = [await newClinic(server, { country: 'US' }), await newServerToken(server)];
      const read = reading(
        token,
        `clinic(id: "${id}")`,
        'patientCountSettings { hardLimit { plan startDate endDate } softLimit { plan startDate endDate } }',
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
        ...{ tags: { codes: ['c'], separator: ';' }, flowsheets: { icode: true } },
        procedureCodes: {
          ...{ enableSummaryReports: 'on', disableSummaryReports: 'off' },
          ...{ createAccount: 'create', createAccountAndEnableReports: 'both' },
        },
        scheduledReports: { onUploadEnabled: true, onUploadNoteEventType: 'REPLACE', cadence: 'DAILY' },
      };
      const selection = `ehrSettings {
        destinationIds { flowsheet notes results }
        notes { includeGMI }
        tags { codes separator }
        scheduledReports { onUploadEnabled onUploadNoteEventType cadence }
        procedureCodes {
          enableSummaryReports disableSummaryReports createAccount createAccountAndEnableReports
        }
      }`;
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
      const repeated = '{ enabled threshold { value units } delay repeat }';
      const silence = '{ enabled delay }';
      const selection = `
        dataSetId low ${repeated} high ${repeated} urgentLow { enabled threshold { value units } }
        notLooping ${silence} noCommunication ${silence}`;
      return { token, key, read: reading(token, field, selection) };
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
    mutation: 'updateMetadata',
    within: 'preferences',
    values: { displayLanguageCode: 'fr-CA', dismissedDexcomConnectBannerTime: '2024-05-06T07:08:09.000Z' },
    open: async () => {
      const { userId, token } = await newAccount(server);
      const selection = 'accountPreferences { displayLanguageCode dismissedDexcomConnectBannerTime }';
      const read = reading(token, 'me', selection);
      return { token, key: { userId }, read: async () => (await read()).accountPreferences };
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

/** Everything that mutations change in parts, with values for what null could clear. */
export const updates: readonly Update[] = [...ofClinics, ...ofPatients, ...ofAccounts, ...updatesOfData];
