import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, clinicFields, newClinic, patientFields, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let clinic: TestClinic;
let token: string;

beforeAll(async () => {
  clinic = await newClinic(server);
  token = clinic.admin.token;
});

/** Invalid names of any kind. */
const noNames: [string, string][] = [
  ['blanks', ' \t '],
  ['blanks that nobody sees', '\u200b\u3164'],
  ['a zero byte', 'A\u0000'],
  ['a line end', 'A\nB'],
  ['what stands for no character', 'A\uffff'],
  ['256 characters', 'A'.repeat(256)],
  ['100 kB', 'A'.repeat(100_000)],
];

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe.each(noNames)('%s', (_what, text) => {
  it.each(['name', 'address', 'city', 'postalCode', 'state', 'country'])(
    'are refused for the %s of a clinic',
    async (field) => {
      const body = { ...clinicFields, [field]: text };
      const answers = [await post('/v1/clinics', { token, body }), await put(clinic.path, { token, body })];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      expect(answers[0]?.body.message).toContain(`"${field}"`);
      expect((await get(clinic.path, { token })).body).toMatchObject({ name: clinicFields.name });
    },
  );

  it.each(['fullName', 'mrn'])('are refused for the %s of a patient', async (field) => {
    const { id } = accepted(await post(`${clinic.path}/patients`, { token, body: patientFields }));
    const body = { ...patientFields, [field]: text };
    const answers = [
      await post(`${clinic.path}/patients`, { token, body }),
      await put(`${clinic.path}/patients/${id}`, { token, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers[0]?.body.message).toContain(`"${field}"`);
  });

  it('are refused in the graph by the name of the field', async () => {
    const create = 'mutation ($input: CreateClinicInput!) { createClinic(input: $input) { clinic { id } } }';
    const input = { name: text, preferredBgUnits: 'MG_DL' };
    const { body } = await graph(create, { token, variables: { input } });
    const { code, errors } = body.errors[0].extensions;
    expect([code, errors.map(({ source }: Json) => source.pointer)]).toEqual([
      'BAD_USER_INPUT',
      ['/input/name'],
    ]);
  });

  it('are refused for a phone number and for a member', async () => {
    const phoneNumbers = [{ type: 'Office', number: text }];
    const body = { ...clinicFields, phoneNumbers };
    expect((await put(clinic.path, { token, body })).status).toBe(400);
    const path = `${clinic.path}/clinicians/${clinic.admin.userId}`;
    const clinician = { email: clinic.admin.email, roles: ['CLINIC_ADMIN'], name: text };
    expect((await put(path, { token, body: clinician })).status).toBe(400);
  });
});

it('names in any script with up to 255 characters are stored unchanged', async () => {
  for (const name of [
    'Praxis für Diabetologie',
    '糖尿病クリニック',
    ' 😀 ',
    '𝓍'.repeat(255),
    'a\u0301\u200d',
  ]) {
    const body = { ...clinicFields, name };
    expect((await put(clinic.path, { token, body })).body).toMatchObject({ name });
    const patient = { ...patientFields, fullName: name, mrn: name };
    expect((await post(`${clinic.path}/patients`, { token, body: patient })).body).toMatchObject({
      fullName: name,
      mrn: name,
    });
  }
});

it.each([
  ['%s%n%00', 400],
  ['https://example.org/%00', 400],
  ['https://example.org/\u0000', 400],
  ['', 200],
  ['example.org', 200],
  ['we have none', 200],
  ['https://example.org/a%20b?x=%E2%82%AC#y', 200],
])('a website such as %j gets %i', async (website, status) => {
  const answer = await put(clinic.path, { token, body: { ...clinicFields, website } });
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.message).toContain('"website"');
});

it('a website has 2,047 characters at most', async () => {
  const tell = (length: number) =>
    put(clinic.path, { token, body: { ...clinicFields, website: 'a'.repeat(length) } });
  expect([(await tell(2_047)).status, (await tell(2_048)).status]).toEqual([200, 400]);
});

it.each([
  ['9999-12-31', 400],
  ['2999-01-01', 400],
  ['0000-01-01', 400],
  ['1874-12-31', 400],
  [daysFromNow(2), 400],
  [daysFromNow(0), 200],
  ['1875-02-21', 200],
  // What clients see for an unknown birthday.
  ['0001-01-01', 200],
])('a birthday of %s gets %i', async (birthDate, status) => {
  const answer = await post(`${clinic.path}/patients`, { token, body: { ...patientFields, birthDate } });
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.message).toContain('"birthDate"');
});

it('an impossible birthday in a profile counts as none', async () => {
  const account = await newAccount(server);
  const profile = { fullName: 'Ann', patient: { birthday: '2999-01-01' } };
  accepted(await put(`/metadata/${account.userId}/profile`, { token: account.token, body: profile }));
  const path = `${clinic.path}/patients/${account.userId}`;
  const added = await post(path, {
    token: await newServerToken(server),
    body: { permissions: { view: {} } },
  });
  expect(added.body).toMatchObject({ fullName: 'Ann', birthDate: '0001-01-01' });
});

describe("a clinic without permission on a patient's data", () => {
  const noPermissions = [{}, { custodian: {} }];

  it('cannot be invited', async () => {
    const { userId, token: own } = await newAccount(server);
    const { shareCode } = (await get(clinic.path, { token })).body;
    for (const permissions of [...noPermissions, { view: null }]) {
      const body = { shareCode, permissions };
      const answer = await post(`/confirm/send/invite/${userId}/clinic`, { token: own, body });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('"permissions"')]);
    }
    const invite = `mutation ($input: InviteClinicInput!) { inviteClinic(input: $input) { invitation { key } } }`;
    for (const permissions of [[], ['CUSTODIAN'], ['OWNER']]) {
      const variables = { input: { userId, shareCode, permissions } };
      const { body } = await graph(invite, { token: own, variables });
      expect(body.errors[0].extensions.errors[0].source.pointer).toBe('/input/permissions');
    }
    expect((await get(`${clinic.path}/invites/patients`, { token })).body).toEqual([]);
  });

  it('cannot get the patient from a trusted server either', async () => {
    const { userId } = await newAccount(server);
    const path = `${clinic.path}/patients/${userId}`;
    const serverToken = await newServerToken(server);
    for (const body of [{}, ...noPermissions.map((permissions) => ({ permissions }))]) {
      const answer = await post(path, { token: serverToken, body });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('"permissions"')]);
    }
    expect((await get(path, { token })).status).toBe(404);
  });
});

it('a blank record number in a profile counts as none where one is required', async () => {
  const strict = await newClinic(server);
  const serverToken = await newServerToken(server);
  const settings = { required: true, unique: false };
  accepted(await put(`${strict.path}/settings/mrn`, { token: serverToken, body: settings }));
  const { userId, token: own } = await newAccount(server);
  const profile = { fullName: 'Ann', patient: { mrn: '  ' } };
  accepted(await put(`/metadata/${userId}/profile`, { token: own, body: profile }));
  const body = { permissions: { view: {} } };
  const answer = await post(`${strict.path}/patients/${userId}`, { token: serverToken, body });
  expect([answer.status, answer.body.message]).toEqual([400, 'mrn is required']);
  const { token: admin } = strict.admin;
  const blank = { ...patientFields, mrn: '\u00a0' };
  expect((await post(`${strict.path}/patients`, { token: admin, body: blank })).status).toBe(400);
});

it('unique record numbers may differ in vowel signs alone, and not in case and accents alone', async () => {
  const strict = await newClinic(server);
  const serverToken = await newServerToken(server);
  const settings = { required: false, unique: true };
  accepted(await put(`${strict.path}/settings/mrn`, { token: serverToken, body: settings }));
  const { token: admin } = strict.admin;
  const add = async (mrn: string) =>
    (await post(`${strict.path}/patients`, { token: admin, body: { ...patientFields, mrn } })).status;
  for (const mrn of ['कि1', 'कु1', 'ที', 'ที่', 'Straße 1', 'ΑΣ'])
    expect([mrn, await add(mrn)]).toEqual([mrn, 200]);
  for (const mrn of ['कि1', 'STRASSE 1', 'strassé 1', 'ας', 'ασ'])
    expect([mrn, await add(mrn)]).toEqual([mrn, 400]);
});
