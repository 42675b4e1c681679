import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const listQuery = `query ($id: ID!, $filter: PatientFilterInput) {
  clinic(id: $id) { patients(filter: $filter) { count edges { node { fullName } } } } }`;
const reportQuery = `query ($id: ID!, $filter: PatientFilterInput) {
  clinic(id: $id) { realtimeReport(startTime: "${new Date(Date.now() - 86_400_000).toISOString()}",
    endTime: "${new Date().toISOString()}", filter: $filter) { patients { userId } } } }`;

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

const ask = async (query: string, filter: object): Promise<Json> => {
  const variables = { id: clinic.id, filter };
  return (await api(server).graph(query, { token: clinic.admin.token, variables })).body;
};

describe.each([
  ['patient lists', listQuery],
  ['realtime reports', reportQuery],
])('filters of %s by a share', (_what, query) => {
  it.each([
    ['TIME_IN_TARGET', 70],
    ['TIME_IN_TARGET', -0.1],
    ['TIME_IN_TARGET_DELTA', -15],
    ['SENSOR_USE', 70],
  ])('refuse a percentage: %s below %d', async (field, value) => {
    const { errors } = await ask(query, { figures: [{ type: 'CGM', field, comparison: 'LT', value }] });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toContain(`${field} is a share between`);
    expect(errors[0].message).toContain('0.7 for 70 %');
  });

  it.each([
    ['COEFFICIENT_OF_VARIATION', 36],
    ['COEFFICIENT_OF_VARIATION_DELTA', -5],
  ])('refuse a percentage of the mean: %s below %d', async (field, value) => {
    const { errors } = await ask(query, { figures: [{ type: 'CGM', field, comparison: 'LT', value }] });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toContain('0.36 for 36 %');
  });

  it('refuse one under the name of earlier releases', async () => {
    const figure = { type: 'CGM', field: 'TIME_IN_TARGET_PERCENT', comparison: 'LT', value: 70 };
    const { errors } = await ask(query, { figures: [figure] });
    expect(errors[0].message).toContain('TIME_IN_TARGET is a share between 0 and 1');
  });

  it('refuse a unit of glucose', async () => {
    const share = { type: 'CGM', field: 'TIME_IN_TARGET', comparison: 'LT', value: 0.7, units: 'MG_DL' };
    const { errors } = await ask(query, { figures: [share] });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toBe('"units" is for amounts of glucose. TIME_IN_TARGET is none.');
  });

  it.each(['lt', 'lte', 'gt', 'gte'])('refuse a percentage by name: %s', async (bound) => {
    const { errors } = await ask(query, { timeInTarget: { [bound]: 70 } });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toBe(
      `timeInTarget.${bound} is a share between 0 and 1, not a percentage: write 0.7 for 70 %. The value was 70.`,
    );
  });

  it('refuse to be empty', async () => {
    const { errors } = await ask(query, { timeInTarget: {} });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each([
    ['TIME_IN_TARGET', 0],
    ['TIME_IN_TARGET', 0.7],
    ['TIME_IN_TARGET_PERCENT', 1],
    ['TIME_IN_TARGET_DELTA', -0.15],
    ['TIME_IN_TARGET_MINUTES', 70],
    ['COEFFICIENT_OF_VARIATION', 0.36],
    ['COEFFICIENT_OF_VARIATION_DELTA', -0.1],
  ])('accept %s below %d', async (field, value) => {
    const { errors, data } = await ask(query, { figures: [{ type: 'CGM', field, comparison: 'LT', value }] });
    expect(errors).toBeUndefined();
    expect(data.clinic).not.toBeNull();
  });
});

it('stay as they are in REST', async () => {
  const path = `${clinic.path}/patients?cgm.timeInTargetPercent=${encodeURIComponent('<70')}`;
  const { data } = accepted(await api(server).get(path, { token: clinic.admin.token }));
  expect(data).toEqual([]);
});

/** Filters by a share, and the figures that they compare. */
const figureOf = {
  timeInTarget: 'timeInTargetPercent',
  timeInVeryLow: 'timeInVeryLowPercent',
  timeInLow: 'timeInLowPercent',
  timeInAnyLow: 'timeInAnyLowPercent',
  timeInHigh: 'timeInHighPercent',
  timeInVeryHigh: 'timeInVeryHighPercent',
  timeInExtremeHigh: 'timeInExtremeHighPercent',
  timeInAnyHigh: 'timeInAnyHighPercent',
  sensorUse: 'timeCGMUsePercent',
};

describe('filters by the name of a share', () => {
  const names = async (filter: object): Promise<string[]> => {
    const { errors, data } = await ask(listQuery, filter);
    expect(errors).toBeUndefined();
    return data.clinic.patients.edges.map(({ node }: Json) => node.fullName);
  };

  beforeAll(async () => {
    for (const [index, figure] of Object.values(figureOf).entries()) {
      const { id } = await newPatient(server, clinic, { fullName: figure });
      const figures = Object.fromEntries(
        Object.values(figureOf).map((name, place) => [name, name === figure ? 0.25 : 0.5 + place / 100]),
      );
      const cgmStats = statsWith({ '14d': periodWith('cgm', figures), '7d': periodWith('cgm', {}) });
      const bgmStats = statsWith({ '14d': periodWith('bgm', { timeInTargetPercent: index / 10 }) });
      await tellSummary(server, id, { cgmStats, bgmStats });
    }
    await newPatient(server, clinic, { fullName: 'without data' });
  });

  it.each(Object.entries(figureOf))('%s compare %s', async (name, figure) => {
    expect(await names({ [name]: { lt: 0.5 } })).toEqual([figure]);
    expect(await names({ [name]: { lte: 0.25 } })).toEqual([figure]);
    expect(await names({ [name]: { lt: 0.25 } })).toEqual([]);
    expect(await names({ [name]: { gte: 0.25, lt: 0.5 } })).toEqual([figure]);
    expect(await names({ [name]: { gt: 0.25 } })).toHaveLength(Object.keys(figureOf).length - 1);
  });

  it('take the figures of meters on request', async () => {
    expect(await names({ timeInTarget: { type: 'BGM', lt: 0.1 } })).toEqual([figureOf.timeInTarget]);
    const { errors } = await ask(listQuery, { sensorUse: { type: 'BGM', lt: 0.1 } });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('combine with each other', async () => {
    expect(await names({ timeInTarget: { lt: 0.5 }, timeInLow: { lt: 0.5 } })).toEqual([]);
    const figures = [{ type: 'CGM', field: 'TIME_IN_LOW_PERCENT', comparison: 'GT', value: 0.5 }];
    expect(await names({ timeInTarget: { lt: 0.5 }, figures })).toEqual([figureOf.timeInTarget]);
  });
});
