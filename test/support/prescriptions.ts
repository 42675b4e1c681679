import { createHash } from 'node:crypto';
import { newAccount, type TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import { newClinic, newClinician, type TestClinic } from './clinics';
import type { ServerUnderTest } from './server';

export const palmtree = 'c524b5b0-632e-4125-8f6a-df9532d8f6fe';
export const coastal = 'e4a46eda-02f9-4faf-b8f4-ef7b40d02e4f';
const dexcom = 'd25c3f1b-a2e8-44e2-b3a3-fd07806fc245';

/** Settings that every pump in the catalog supports. */
export const settings: Json = {
  bloodGlucoseUnits: 'mg/dL',
  basalRateSchedule: [
    { start: 0, rate: 0.5 },
    { start: 43_200_000, rate: 0.75 },
  ],
  carbohydrateRatioSchedule: [{ start: 0, amount: 10 }],
  insulinSensitivitySchedule: [{ start: 0, amount: 40 }],
  bloodGlucoseTargetSchedule: [{ start: 0, low: 100, high: 110 }],
  bloodGlucoseTargetPhysicalActivity: { low: 140, high: 160 },
  bloodGlucoseTargetPreprandial: { low: 80, high: 100 },
  glucoseSafetyLimit: 75,
  insulinModel: 'rapidAdult',
  basalRateMaximum: { units: 'Units/hour', value: 4 },
  bolusAmountMaximum: { units: 'Units', value: 10 },
  pumpId: palmtree,
  cgmId: dexcom,
};

/** Attributes of a complete prescription. */
export const wholeAttributes = (fields: object = {}): Json => ({
  state: 'submitted',
  accountType: 'patient',
  firstName: 'Ann',
  lastName: 'Other',
  birthday: '1990-05-06',
  mrn: 'mrn-1',
  email: 'ann@example.org',
  sex: 'female',
  weight: { value: 70.5, units: 'kg' },
  yearOfDiagnosis: 2001,
  phoneNumber: { countryCode: 1, number: '(123) 456-7890' },
  training: 'inModule',
  therapySettings: 'initial',
  prescriberTermsAccepted: true,
  calculator: {
    method: 'weight',
    weight: 70.5,
    weightUnits: 'kg',
    recommendedBasalRate: 0.75,
    recommendedCarbohydrateRatio: 13,
    recommendedInsulinSensitivity: 48,
  },
  initialSettings: settings,
  ...fields,
});

/** JSON in the format of RFC 8785, for values without unusual numbers. */
const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined && value[key] !== null)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
};

/** The client's hash of attributes. */
export const hashAttributes = (attributes: Json): string =>
  createHash('sha512').update(canonical(attributes)).digest('hex');

/** The client's body for these attributes. */
export const sealed = (attributes: Json, createdUserId?: string): Json => ({
  ...attributes,
  createdUserId,
  revisionHash: hashAttributes(attributes),
});

/** A clinic with a prescriber and a member who is not one. */
export interface Practice extends TestClinic {
  prescriber: TestAccount;
  member: TestAccount;
}

export async function newPractice(server: ServerUnderTest): Promise<Practice> {
  const clinic = await newClinic(server);
  const prescriber = await newClinician(server, clinic, ['PRESCRIBER']);
  const member = await newClinician(server, clinic);
  return { ...clinic, path: `${clinic.path}/prescriptions`, prescriber, member };
}

/** Sends attributes with their hash as a new prescription. */
export const prescribe = (
  server: ServerUnderTest,
  { path }: Pick<Practice, 'path'>,
  { token, userId }: Pick<TestAccount, 'token' | 'userId'>,
  attributes: Json,
): Promise<Answer> => api(server).post(path, { token, body: sealed(attributes, userId) });

/** Writes a prescription and returns it. Throws when the server refuses. */
export async function prescribed(
  server: ServerUnderTest,
  practice: Practice,
  attributes: Json = wholeAttributes(),
): Promise<Json> {
  const answer = await prescribe(server, practice, practice.prescriber, attributes);
  if (answer.status !== 201) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Sends attributes with their hash as a revision. */
export const revise = (
  server: ServerUnderTest,
  { path }: Pick<Practice, 'path'>,
  { token, userId }: Pick<TestAccount, 'token' | 'userId'>,
  id: string,
  attributes: Json,
): Promise<Answer> =>
  api(server).post(`${path}/${id}/revisions`, { token, body: sealed(attributes, userId) });

/** Claims a prescription for the owner of an account. */
export const claim = (
  server: ServerUnderTest,
  { userId, token }: Pick<TestAccount, 'token' | 'userId'>,
  body: unknown,
): Promise<Answer> => api(server).post(`/v1/patients/${userId}/prescriptions`, { token, body });

/** Writes and claims a prescription, and returns it as the patient sees it. Throws when the server refuses. */
export async function claimed(
  server: ServerUnderTest,
  practice: Practice,
  patient?: TestAccount,
): Promise<{ prescription: Json; patient: TestAccount }> {
  const account = patient ?? (await newAccount(server));
  const { accessCode } = await prescribed(server, practice);
  const answer = await claim(server, account, { accessCode, birthday: '1990-05-06' });
  if (answer.status !== 200) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
  return { prescription: answer.body, patient: account };
}
