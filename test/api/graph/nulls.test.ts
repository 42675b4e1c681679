import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, newClinic, newClinician, newPatient, type TestClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket, withToken } from '../../support/streams';

const server = serverUnderTest();
const { get, graph } = api(server);

let clinic: TestClinic;
let serverToken: string;

beforeAll(async () => {
  [clinic, serverToken] = await Promise.all([newClinic(server), newServerToken(server)]);
});

/** Runs an update and returns what it selects. */
async function updated(mutation: string, input: object, token: string, selection: string): Promise<Json> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { changed: ${mutation}(input: $input) ${selection} }`;
  const { body } = await graph(query, { token, variables: { input } });
  return body.errors ? { errors: body.errors } : body.data.changed;
}

describe('in an update of a patient', () => {
  const selection = '{ patient { fullName mrn email targetDevices diagnosisType } }';
  const details = { mrn: '1234', targetDevices: ['G6'], diagnosisType: 'type1' };
  let key: { clinicId: string; userId: string };

  beforeEach(async () => {
    key = { clinicId: clinic.id, userId: (await newPatient(server, clinic, details)).id };
  });

  const update = (fields: object) =>
    updated('updatePatient', { ...key, ...fields }, clinic.admin.token, selection);

  it('null clears and absence keeps', async () => {
    const kept = { fullName: 'Ann Other', mrn: '1234', targetDevices: ['G6'], diagnosisType: 'TYPE1' };
    expect(await update({})).toMatchObject({ patient: kept });
    expect(await update({ mrn: null })).toMatchObject({ patient: { ...kept, mrn: null } });
    expect(await update({ targetDevices: null, diagnosisType: null, mrn: '5' })).toMatchObject({
      patient: { fullName: 'Ann Other', mrn: '5', targetDevices: null, diagnosisType: null },
    });
    expect(await update({ mrn: null, clear: ['EMAIL'] })).toMatchObject({ patient: { mrn: null } });
    expect(
      accepted(await get(`${clinic.path}/patients/${key.userId}`, { token: clinic.admin.token })),
    ).not.toHaveProperty('mrn');
  });

  it.each(['fullName', 'birthDate'])('null is refused for "%s", and nothing changes', async (name) => {
    const { errors } = await update({ [name]: null, mrn: 'changed' });
    expect(errors).toEqual([
      expect.objectContaining({
        message: `"${name}" cannot be cleared. Leave it out to keep its value.`,
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      }),
    ]);
    expect(await update({})).toMatchObject({ patient: { fullName: 'Ann Other', mrn: '1234' } });
  });
});

it('in an update of a clinic null clears details and absence keeps them', async () => {
  const { id: clinicId, admin } = await newClinic(server, { city: 'Lyon', website: 'https://a.example' });
  const update = (fields: object) =>
    updated('updateClinic', { clinicId, ...fields }, admin.token, '{ clinic { name city website } }');
  expect(await update({ city: null })).toEqual({
    clinic: { name: 'Clinic of a test', city: null, website: 'https://a.example' },
  });
  expect(await update({ name: null })).toMatchObject({
    errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
  });
});

it('in an update of a clinician null clears the name and absence keeps it', async () => {
  const member = await newClinician(server, clinic);
  const update = (fields: object) =>
    updated(
      'updateClinician',
      { clinicId: clinic.id, userId: member.userId, roles: ['CLINIC_MEMBER'], ...fields },
      clinic.admin.token,
      '{ clinician { name } }',
    );
  expect(await update({ name: 'Dr. Who' })).toEqual({ clinician: { name: 'Dr. Who' } });
  expect(await update({})).toEqual({ clinician: { name: 'Dr. Who' } });
  expect(await update({ name: null })).toEqual({ clinician: { name: null } });
});

it('in an update of limits null removes one and absence keeps the other', async () => {
  const { id: clinicId } = await newClinic(server, { country: 'US' });
  const update = (fields: object) =>
    updated(
      'updatePatientCountSettings',
      { clinicId, ...fields },
      serverToken,
      '{ settings { hardLimit { plan } softLimit { plan } } }',
    );
  expect(await update({ hardLimit: { plan: 20 }, softLimit: { plan: 10 } })).toMatchObject({
    settings: { hardLimit: { plan: 20 }, softLimit: { plan: 10 } },
  });
  expect(await update({ softLimit: null })).toMatchObject({
    settings: { hardLimit: { plan: 20 }, softLimit: null },
  });
});

it('in an update of the EHR connection null removes destinations and absence keeps them', async () => {
  const { id: clinicId } = await newClinic(server);
  const destinationIds = { flowsheet: 'f', notes: 'n', results: 'r' };
  const settings = {
    clinicId,
    enabled: true,
    provider: 'REDOX',
    sourceId: 's',
    procedureCodes: {},
    mrnIdType: 'MRN',
    scheduledReports: { onUploadEnabled: false, cadence: 'DAILY' },
    tags: { codes: [] },
    flowsheets: { icode: true },
  };
  const selection = '{ settings { destinationIds { flowsheet notes results } notes { includeGMI } } }';
  const update = (fields: object) =>
    updated('updateEhrSettings', { ...settings, ...fields }, serverToken, selection);
  await update({ destinationIds, notes: { includeGMI: true } });
  expect(await update({})).toEqual({ settings: { destinationIds, notes: { includeGMI: true } } });
  expect(await update({ destinationIds: null, notes: null })).toEqual({
    settings: { destinationIds: null, notes: { includeGMI: false } },
  });
});

it('in an update of an account null is refused', async () => {
  const { token, email } = await newAccount(server);
  for (const name of ['emails', 'username', 'password', 'termsAcceptedTime'])
    expect(await updated('updateMe', { [name]: null }, token, '{ user { username } }')).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  const { body } = await graph('{ me { username } }', { token });
  expect(body.data.me).toEqual({ username: email });
});

describe('null for a variable that has a default, where none is accepted, is refused', () => {
  afterEach(closeStreams);

  it.each([
    ['in a condition', 'query ($it: Boolean = true) { serverTime @include(if: $it) }'],
    ['in the opposite condition', 'query ($it: Boolean = true) { serverTime @skip(if: $it) }'],
    ['in a condition below', 'query ($it: Boolean = true) { me { id @include(if: $it) } }'],
    [
      'in the condition of a fragment',
      'query ($it: Boolean = true) { ...F @include(if: $it) } fragment F on Query { serverTime }',
    ],
    ['in introspection', 'query ($it: String = "User") { __type(name: $it) { name } }'],
    [
      'in the condition of a subscription',
      'subscription ($it: Boolean = true) { mySessionEnded { current @skip(if: $it) } }',
    ],
  ])('%s, over every transport', async (_where, query) => {
    const { token } = clinic.admin;
    const variables = { it: null };
    const refusal = [{ extensions: { code: 'BAD_USER_INPUT', status: 400 } }];
    expect(await graph(query, { token, variables })).toMatchObject({
      status: 400,
      body: { errors: refusal },
    });
    await expect(overWebSocket(server, withToken(token)).ask(query, variables)).rejects.toMatchObject(
      refusal,
    );
  });
});
