import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { day, minute, reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const figures = {
  averageGlucoseMmol: 8.5,
  glucoseManagementIndicator: 7,
  timeCGMUsePercent: 0.9,
  timeCGMUseMinutes: 18_144,
  totalRecords: 3_600,
  timeInTargetPercent: 0.7,
  timeInTargetMinutes: 12_700,
  timeInTargetRecords: 2_540,
  timeInTargetPercentDelta: -0.05,
  averageGlucoseMmolDelta: 0.5,
  min: 3.88552,
  max: 15,
  standardDeviation: 2,
  coefficientOfVariation: 0.25,
  daysWithData: 14,
  hoursWithData: 300,
};

const summary = {
  cgmStats: statsWith(
    { '7d': periodWith('cgm', {}), '14d': periodWith('cgm', figures), '1d': periodWith('cgm', {}) },
    { lastData: '2024-05-06T07:00:00Z', lastUploadDate: '2024-05-06T08:00:00.000Z' },
  ),
  bgmStats: statsWith({ '14d': periodWith('bgm', { totalRecords: 0 }) }),
};

let clinic: TestClinic;
let userId: string;
beforeAll(async () => {
  clinic = await newClinic(server);
  ({ id: userId } = await newPatient(server, clinic, { fullName: 'A' }));
  await newPatient(server, clinic, { fullName: 'B' });
  await tellSummary(server, userId, summary);
});

async function ask(selection: string): Promise<Json[]> {
  const query = `query ($id: ID!) { clinic(id: $id) { patients { edges { node { ${selection} } } } } }`;
  const { token } = clinic.admin;
  const { body } = await api(server).graph(query, { token, variables: { id: clinic.id } });
  expect(body.errors).toBeUndefined();
  return body.data.clinic.patients.edges.map(({ node }: Json) => node);
}

it('have the figures of one period, and null without data', async () => {
  const [one, other] =
    await ask(`summary(period: DAYS_14) { type dates { lastData lastUploadDate firstData outdatedReason }
    periods { length total { percent minutes records } inTarget { share percent minutes records } inLow { percent records }
      averageGlucose mgdL: averageGlucose(units: MG_DL) glucoseManagementIndicator standardDeviation
      deviation: standardDeviation(units: MG_DL) coefficientOfVariation min lowest: min(units: MG_DL) max daysWithData
      hoursWithData delta { inTarget { percent } averageGlucose(units: MG_DL) } } }`);
  expect(other).toEqual({ summary: null });
  expect(one?.summary).toEqual({
    type: 'CGM',
    dates: {
      lastData: '2024-05-06T07:00:00.000Z',
      lastUploadDate: '2024-05-06T08:00:00.000Z',
      firstData: null,
      outdatedReason: [],
    },
    periods: [
      {
        length: 'DAYS_14',
        total: { percent: 0.9, minutes: 18_144, records: 3_600 },
        inTarget: { share: 0.7, percent: 0.7, minutes: 12_700, records: 2_540 },
        inLow: { percent: null, records: null },
        averageGlucose: 8.5,
        mgdL: 8.5 * 18.01559,
        glucoseManagementIndicator: 7,
        standardDeviation: 2,
        deviation: 2 * 18.01559,
        coefficientOfVariation: 0.25,
        min: 3.88552,
        lowest: 70,
        max: 15,
        daysWithData: 14,
        hoursWithData: 300,
        delta: { inTarget: { percent: -0.05 }, averageGlucose: 0.5 * 18.01559 },
      },
    ],
  });
});

it('have all periods in order unless one is asked for', async () => {
  const [one] = await ask('summary { periods { length } }');
  expect(one?.summary.periods.map(({ length }: Json) => length)).toEqual(['DAYS_1', 'DAYS_7', 'DAYS_14']);
  const [none] = await ask('summary(period: DAYS_30) { periods { length } }');
  expect(none?.summary.periods).toEqual([]);
});

it('of meters have no figures that sensors alone give, nor extremes without readings', async () => {
  const [one] = await ask(
    'summary(type: BGM, period: DAYS_14) { type periods { total { percent records } min max glucoseManagementIndicator } }',
  );
  expect(one?.summary).toEqual({
    type: 'BGM',
    periods: [
      { total: { percent: null, records: 0 }, min: null, max: null, glucoseManagementIndicator: null },
    ],
  });
});

it('are what the JSON of the REST routes says, by itself and in lists', async () => {
  const [listed] = await ask('storedSummary');
  const { summary } = accepted(
    await api(server).get(`${clinic.path}/patients/${userId}`, { token: clinic.admin.token }),
  );
  expect(listed?.storedSummary).toEqual(summary);
  const query = `query ($clinicId: ID!, $userId: ID!) { patient(clinicId: $clinicId, userId: $userId) {
    storedSummary summary { periods { averageGlucose } } } }`;
  const { body } = await api(server).graph(query, {
    token: clinic.admin.token,
    variables: { clinicId: clinic.id, userId },
  });
  expect(body.data.patient.storedSummary).toEqual(summary);
  expect(body.data.patient.summary.periods).toContainEqual({ averageGlucose: 8.5 });
});

describe('their changes since a period without readings', () => {
  const selection = `summary(period: DAYS_7) { periods { total { records share minutes } inTarget { share }
    averageGlucose glucoseManagementIndicator
    delta { total { records share minutes } inTarget { share minutes records } averageGlucose glucoseManagementIndicator
      standardDeviation coefficientOfVariation min max hoursWithData daysWithData averageDailyRecords } } }`;

  /** The last week of a patient with these readings, which the clinic's list shows. */
  async function readWeek(times: readonly number[]): Promise<Json> {
    const person = await newPerson(server);
    const ward = await newClinic(server);
    await addPatient(server, ward, person, ['view']);
    await uploadedReadings(
      person,
      times.map((time) => reading(time, 7)),
    );
    await recomputed(server, person);
    const query = `query ($clinicId: ID!, $userId: ID!) { patient(clinicId: $clinicId, userId: $userId) { ${selection} } }`;
    const variables = { clinicId: ward.id, userId: person.userId };
    const { data } = accepted(await api(server).graph(query, { token: ward.admin.token, variables }));
    return data.patient.summary.periods[0];
  }

  it('are null but for counts', async () => {
    const newest = recentHour();
    const { delta } = await readWeek([newest, newest + 5 * minute]);
    expect(delta).toEqual({
      total: { records: 2, share: null, minutes: 10 },
      inTarget: { share: null, minutes: 10, records: 2 },
      ...{ averageGlucose: null, glucoseManagementIndicator: null },
      ...{ standardDeviation: null, coefficientOfVariation: null, min: null, max: null },
      ...{ hoursWithData: 1, daysWithData: 1, averageDailyRecords: 2 / 7 },
    });
  });

  it('are numbers as soon as it has one', async () => {
    const newest = recentHour();
    const { delta } = await readWeek([newest, newest + 5 * minute, newest - 8 * day]);
    expect(delta).toEqual({
      total: { records: 1, share: 5 / (7 * 1440), minutes: 5 },
      // Neither week was measured for long enough.
      inTarget: { share: null, minutes: 5, records: 1 },
      ...{ averageGlucose: 0, glucoseManagementIndicator: null },
      ...{ standardDeviation: 0, coefficientOfVariation: 0, min: 0, max: 0 },
      ...{ hoursWithData: 0, daysWithData: 0, averageDailyRecords: expect.closeTo(1 / 7, 12) as number },
    });
  });
});
