import { newAccount, newServerToken, type TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

/** Details of test clinics. By default in a country without a patient limit. */
export const clinicFields = { name: 'Clinic of a test', preferredBgUnits: 'mg/dL', country: 'FR' };

/** A clinic and its creator. */
export interface TestClinic {
  id: string;
  shareCode: string;
  path: string;
  admin: TestAccount;
}

/** The body of a response. Throws when the server refuses. */
export function accepted(answer: Answer): Json {
  if (answer.status >= 400) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Creates a clinic. Throws when the server refuses. */
export async function newClinic(server: ServerUnderTest, fields: object = {}): Promise<TestClinic> {
  const admin = await newAccount(server, { roles: ['clinician'] });
  const body = { ...clinicFields, ...fields };
  const { id, shareCode } = accepted(await api(server).post('/v1/clinics', { token: admin.token, body }));
  return { id, shareCode, path: `/v1/clinics/${id}`, admin };
}

/** Adds a member to a clinic as a trusted server. */
export async function newClinician(
  server: ServerUnderTest,
  { path }: Pick<TestClinic, 'path'>,
  roles: readonly string[] = ['CLINIC_MEMBER'],
  account?: TestAccount,
): Promise<TestAccount> {
  const clinician = account ?? (await newAccount(server, { roles: ['clinician'] }));
  const body = { id: clinician.userId, email: clinician.email, roles };
  const token = await newServerToken(server);
  accepted(await api(server).post(`${path}/clinicians`, { token, body }));
  return clinician;
}

/** Creates tags or sites of a clinic and returns their ids by name. Throws when the server refuses. */
export async function newLabels<Name extends string>(
  server: ServerUnderTest,
  { path, admin: { token } }: TestClinic,
  kind: 'patient_tags' | 'sites',
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const ids: [Name, string][] = [];
  for (const name of names)
    ids.push([name, accepted(await api(server).post(`${path}/${kind}`, { token, body: { name } })).id]);
  return Object.fromEntries(ids) as Record<Name, string>;
}

/** Details of test patients. */
export const patientFields = { fullName: 'Ann Other', birthDate: '1990-05-06' };

/** A patient with an account created by the clinic, as in the response. Throws when the server refuses. */
export const newPatient = async (
  server: ServerUnderTest,
  { path, admin }: TestClinic,
  fields: object = {},
): Promise<Json> =>
  accepted(
    await api(server).post(`${path}/patients`, { token: admin.token, body: { ...patientFields, ...fields } }),
  );

/** Patients with these names and details, one after the other; their ids by name. Throws when the server refuses. */
export async function newPatients(
  server: ServerUnderTest,
  clinic: TestClinic,
  people: Readonly<Record<string, object>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [fullName, fields] of Object.entries(people))
    ids[fullName] = (await newPatient(server, clinic, { fullName, ...fields })).id;
  return ids;
}

/** Two clinics, and a trusted server that merges the first into the second one. */
export async function newMergingClinics(
  server: ServerUnderTest,
): Promise<{ source: TestClinic; target: TestClinic; token: string }> {
  const token = await newServerToken(server);
  const source = await newClinic(server, { name: 'Source' });
  return { source, target: await newClinic(server, { name: 'Target' }), token };
}

/** Makes an account a patient of a clinic, with these permissions. Throws when the server refuses. */
export async function addPatient(
  server: ServerUnderTest,
  { path }: Pick<TestClinic, 'path'>,
  { userId }: Pick<TestAccount, 'userId'>,
  permissions: readonly string[],
  fields: object = {},
): Promise<Json> {
  const token = await newServerToken(server);
  const body = { permissions: Object.fromEntries(permissions.map((name) => [name, {}])), ...fields };
  return accepted(await api(server).post(`${path}/patients/${userId}`, { token, body }));
}
