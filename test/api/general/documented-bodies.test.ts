import { randomUUID } from 'node:crypto';
import { newEmail, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { clinicFields, newClinic, patientFields, type TestClinic } from '../../support/clinics';
import { newPractice, sealed, type Practice } from '../../support/prescriptions';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

let document: Json;
let clinic: TestClinic;
let practice: Practice;
let serverToken: string;
beforeAll(async () => {
  document = (await get('/openapi.json')).body;
  clinic = await newClinic(server);
  practice = await newPractice(server);
  serverToken = await newServerToken(server);
});

const source = { providerType: 'oauth', providerName: 'dexcom' };

const newUser = () => {
  const email = newEmail(server);
  return { username: email, emails: [email], password: 'open-sesame' };
};

const tokenFor = (schema: string): string => {
  if (schema === 'NewTask' || schema === 'NewDataSource') return serverToken;
  return schema.startsWith('Prescription') ? practice.member.token : clinic.admin.token;
};

/** A new address with labels of at most 63 characters. */
const addressWith = (length: number): string => {
  const domain = `@${`${'d'.repeat(62)}.`.repeat(3)}org`;
  return `${randomUUID()}${'x'.repeat(length - 36 - domain.length)}${domain}`;
};

describe('the API reference', () => {
  it('has the filters by figures that the patient list of a clinic takes', async () => {
    const { parameters } = document.paths['/v1/clinics/{clinicId}/patients'].get;
    const figures = parameters.filter(({ schema }: Json) => schema.pattern !== undefined);
    expect(figures.length).toBeGreaterThan(100);
    const { token } = clinic.admin;
    for (const { name, schema } of figures)
      for (const value of ['>=10', '<0.5', '10']) {
        const { status } = await get(`${clinic.path}/patients?${name}=${encodeURIComponent(value)}`, {
          token,
        });
        const isDocumented = new RegExp(schema.pattern as string).test(value);
        expect([name, value, status]).toEqual([name, value, isDocumented ? 200 : 400]);
      }
  });

  it.each<[string, string, (text: string) => object]>([
    ['PatientFields', 'fullName', (fullName) => ({ ...patientFields, fullName })],
    ['PatientFields', 'mrn', (mrn) => ({ ...patientFields, mrn })],
    ['PatientFields', 'email', (email) => ({ ...patientFields, email })],
    ['ClinicFields', 'name', (name) => ({ ...clinicFields, name })],
    ['ClinicFields', 'city', (city) => ({ ...clinicFields, city })],
    ['ClinicFields', 'website', (website) => ({ ...clinicFields, website })],
    ['TagName', 'name', (name) => ({ name })],
    ['SiteName', 'name', (name) => ({ name })],
    ['NewUser', 'username', (email) => ({ username: email, emails: [email], password: 'open-sesame' })],
    ['PrescriptionRevisionBody', 'lastName', (lastName) => sealed({ state: 'draft', lastName })],
    ['PrescriptionRevisionBody', 'email', (email) => sealed({ state: 'draft', email })],
  ])('has the length of %s.%s that is accepted', async (schema, name, body) => {
    const { maxLength } = document.components.schemas[schema].properties[name];
    const paths: Record<string, string> = {
      ...{ NewUser: '/auth/user', ClinicFields: '/v1/clinics', PatientFields: `${clinic.path}/patients` },
      ...{ TagName: `${clinic.path}/patient_tags`, SiteName: `${clinic.path}/sites` },
    };
    const token = tokenFor(schema);
    const send = async (length: number) => {
      const text =
        maxLength === 254 ? addressWith(length) : `${randomUUID().slice(0, 8)}${'é'.repeat(length - 8)}`;
      return (await post(paths[schema] ?? practice.path, { token, body: body(text) })).status;
    };
    expect(await send(maxLength + 1)).toBe(400);
    expect([200, 201]).toContain(await send(maxLength));
  });

  it.each<[string, () => string, object]>([
    ['PatientFields', () => `${clinic.path}/patients`, patientFields],
    ['ClinicFields', () => '/v1/clinics', clinicFields],
    ['NewTask', () => '/v1/tasks', { type: 'of nobody' }],
    ['NewDataSource', () => `/v1/users/${clinic.admin.userId}/data_sources`, source],
    ['NewUser', () => '/auth/user', newUser],
    ['NewCustodialAccount', () => `/auth/user/${clinic.admin.userId}/user`, {}],
    ['PrescriptionRevisionBody', () => practice.path, sealed({ state: 'draft' })],
  ])('says where null counts as absent in %s', async (schema, path, whole) => {
    for (const [name, property] of Object.entries<Json>(document.components.schemas[schema].properties)) {
      const body = { ...(typeof whole === 'function' ? whole() : whole), [name]: null };
      const token = tokenFor(schema);
      const { status, text } = await post(path(), { token, body });
      const isTaken = status < 300;
      expect([name, isTaken, text]).toEqual([name, property.nullable === true, text]);
    }
  });

  it('has no closed set of units where the draft of a prescription takes any', async () => {
    const { calculator } = document.components.schemas.PrescriptionRevisionBody.properties;
    expect(calculator.properties.weightUnits).not.toHaveProperty('enum');
    const { status } = await post(practice.path, {
      token: practice.member.token,
      body: sealed({ state: 'draft', calculator: { weightUnits: 'stone' } }),
    });
    expect(status).toBe(201);
  });
});
