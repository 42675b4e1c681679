import { api, type Json } from '../../../support/api';
import { accepted, newClinic, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const listQuery = `query ($id: ID!, $filter: PatientFilterInput) {
  clinic(id: $id) { patients(filter: $filter) { count } } }`;
const reportQuery = `query ($id: ID!, $filter: PatientFilterInput) {
  clinic(id: $id) { realtimeReport(startTime: "${new Date(Date.now() - 86_400_000).toISOString()}",
    endTime: "${new Date().toISOString()}", filter: $filter) { patients { userId } } } }`;

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

const ask = async (query: string, field: string, value: number): Promise<Json> => {
  const filter = { figures: [{ type: 'CGM', field, comparison: 'LT', value }] };
  const variables = { id: clinic.id, filter };
  return (await api(server).graph(query, { token: clinic.admin.token, variables })).body;
};

describe.each([
  ['patient lists', listQuery],
  ['realtime reports', reportQuery],
])('filters of %s by a share', (_what, query) => {
  it.each([
    ['TIME_IN_TARGET_PERCENT', 70],
    ['TIME_IN_TARGET_PERCENT', -0.1],
    ['TIME_IN_TARGET_PERCENT_DELTA', -15],
  ])('refuse a percentage: %s below %d', async (field, value) => {
    const { errors } = await ask(query, field, value);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toContain(`${field} is a share between`);
    expect(errors[0].message).toContain('0.7 for 70 %');
  });

  it.each([
    ['TIME_IN_TARGET_PERCENT', 0],
    ['TIME_IN_TARGET_PERCENT', 0.7],
    ['TIME_IN_TARGET_PERCENT', 1],
    ['TIME_IN_TARGET_PERCENT_DELTA', -0.15],
    ['TIME_IN_TARGET_MINUTES', 70],
  ])('accept %s below %d', async (field, value) => {
    const { errors, data } = await ask(query, field, value);
    expect(errors).toBeUndefined();
    expect(data.clinic).not.toBeNull();
  });
});

it('stay as they are in REST', async () => {
  const path = `${clinic.path}/patients?cgm.timeInTargetPercent=${encodeURIComponent('<70')}`;
  const { data } = accepted(await api(server).get(path, { token: clinic.admin.token }));
  expect(data).toEqual([]);
});
