import { newFollower } from '../../../support/alerts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

const factor = 18.01559;

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

async function ask(
  query: string,
  variables: Record<string, unknown>,
  token = clinic.admin.token,
): Promise<Json> {
  const { body } = await graph(query, { token, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

it('thresholds and means of a TIDE report take units; thresholds are not rounded', async () => {
  const { token } = clinic.admin;
  const tag = accepted(await post(`${clinic.path}/patient_tags`, { token, body: { name: 'tide' } }));
  const { id } = await newPatient(server, clinic, { tags: [tag.id] });
  const figures = { timeInVeryLowPercent: 0.3, averageGlucoseMmol: 12, timeCGMUsePercent: 0.9 };
  const lastData = new Date().toISOString();
  const cgmStats = statsWith({ '14d': periodWith('cgm', figures) }, { lastData });
  const config = { schemaVersion: 5, lowGlucoseThreshold: 3.9, veryLowGlucoseThreshold: 3 };
  const thresholds = { ...config, highGlucoseThreshold: 10, veryHighGlucoseThreshold: 13.9 };
  await tellSummary(server, id, { cgmStats: { ...cgmStats, config: thresholds } });
  const input = { period: 'DAYS_14', tagIds: [tag.id], lastDataCutoff: new Date(0).toISOString() };
  const { tideReport, patients } = (
    await ask(
      `query ($id: ID!, $input: TideReportInput!) { clinic(id: $id) {
        tideReport(input: $input) { config { thresholds { low high lowMgdL: low(units: MG_DL) highMgdL: high(units: MG_DL) } }
          categories { patients { averageGlucose mgdL: averageGlucose(units: MG_DL) } } }
        patients { edges { node { summary { config { lowGlucoseThreshold mgdL: lowGlucoseThreshold(units: MG_DL) } } } } } } }`,
      { id: clinic.id, input },
    )
  ).clinic;
  expect(tideReport.config.thresholds).toEqual({
    low: 3.9,
    high: 10,
    lowMgdL: 3.9 * factor,
    highMgdL: 10 * factor,
  });
  const shown = tideReport.categories.flatMap((category: Json) => category.patients);
  expect(shown).toEqual([{ averageGlucose: 12, mgdL: 12 * factor }]);
  expect(patients.edges[0].node.summary.config).toEqual({ lowGlucoseThreshold: 3.9, mgdL: 3.9 * factor });
});

it('custom ranges keep their units unless others are asked for', async () => {
  const bounds = [54, 70, 180, 250].map((value, index) => ({
    name: `r${index}`,
    upperBound: { value, units: 'mg/dL' },
  }));
  const glycemicRanges = { type: 'custom', custom: { name: 'c', thresholds: bounds } };
  const { id: userId } = await newPatient(server, clinic, { glycemicRanges });
  const { patient } = await ask(
    `query ($id: ID!, $userId: ID!) { patient(clinicId: $id, userId: $userId) { glycemicRanges { custom { thresholds {
      upperBound units mmolL: upperBound(units: MMOL_L) mgdL: upperBound(units: MG_DL) } } } } }`,
    { id: clinic.id, userId },
  );
  expect(patient.glycemicRanges.custom.thresholds[1]).toEqual({
    upperBound: 70,
    units: 'MG_DL',
    mmolL: 3.88552,
    mgdL: 70,
  });
});

it('thresholds of alerts keep their units unless others are asked for', async () => {
  const follower = await newFollower(server);
  await follower.configure({ urgentLow: { enabled: true, threshold: { value: 3.5, units: 'mmol/L' } } });
  const { alertsConfig } = await ask(
    `query ($followed: ID!, $follower: ID!) { alertsConfig(followedId: $followed, followerId: $follower) {
      urgentLow { threshold { value units mgdL: value(units: MG_DL) mmolL: value(units: MMOL_L) } } } }`,
    { followed: follower.followed.userId, follower: follower.userId },
    follower.token,
  );
  expect(alertsConfig.urgentLow.threshold).toEqual({
    value: 3.5,
    units: 'MMOL_L',
    mgdL: expect.closeTo(3.5 * factor, 9),
    mmolL: 3.5,
  });
});

it('patients are filtered by amounts of glucose in mg/dL', async () => {
  const own = await newClinic(server);
  const { id } = await newPatient(server, own, { fullName: 'A' });
  const figures = { averageGlucoseMmol: 9, min: 3.88552, averageGlucoseMmolDelta: -1 };
  await tellSummary(server, id, { cgmStats: statsWith({ '14d': periodWith('cgm', figures) }) });
  const found = async (field: string, comparison: string, value: number, units?: string) => {
    const { clinic: asked } = await ask(
      `query ($id: ID!, $filter: PatientFilterInput) { clinic(id: $id) { patients(filter: $filter) { edges { node { userId } } } } }`,
      { id: own.id, filter: { figures: [{ type: 'CGM', field, comparison, value, units }] } },
      own.admin.token,
    );
    return asked.patients.edges.length;
  };
  expect(await found('AVERAGE_GLUCOSE_MMOL', 'GT', 150, 'MG_DL')).toBe(1);
  expect(await found('AVERAGE_GLUCOSE_MMOL', 'GT', 165, 'MG_DL')).toBe(0);
  expect(await found('AVERAGE_GLUCOSE_MMOL', 'GT', 8.9, 'MMOL_L')).toBe(1);
  expect(await found('AVERAGE_GLUCOSE_MMOL', 'GT', 150)).toBe(0);
  expect(await found('AVERAGE_GLUCOSE_MMOL_DELTA', 'LTE', -18, 'MG_DL')).toBe(1);
  expect(await found('AVERAGE_GLUCOSE_MMOL_DELTA', 'LT', -19, 'MG_DL')).toBe(0);
  // A reading of 70 mg/dL is stored as 3.88552 mmol/L.
  expect(await found('MIN', 'GTE', 70, 'MG_DL')).toBe(1);
  expect(await found('MIN', 'GT', 70, 'MG_DL')).toBe(0);
});

it('guardrails of a pump and prescribed sensitivities take units', async () => {
  const rail =
    'units absoluteBounds { minimum maximum increment } recommendedBounds { minimum } defaultValue';
  const { pumps } = await ask(
    `query { pumps { guardRails { glucoseSafetyLimit { ${rail} } basalRates { units }
      mmolL: glucoseSafetyLimit(units: MMOL_L) { ${rail} } sensitivity: insulinSensitivity(units: MMOL_L) { units } } } }`,
    {},
  );
  const { glucoseSafetyLimit, mmolL, basalRates, sensitivity } = pumps[0].guardRails;
  expect(glucoseSafetyLimit).toMatchObject({
    units: 'MILLIGRAMS_PER_DECILITER',
    absoluteBounds: { minimum: 67, maximum: 110, increment: 1 },
  });
  expect(mmolL).toMatchObject({
    units: 'MILLIMOLES_PER_LITER',
    absoluteBounds: { minimum: 3.719, maximum: 6.10582, increment: 0.05551 },
  });
  expect(basalRates.units).toBe('UNITS_PER_HOUR');
  expect(sensitivity.units).toBe('MILLIMOLES_PER_LITER');
});

it('rates of sensor alerts keep their units unless others are asked for', async () => {
  const person = await newPerson(server);
  const alerts = (rate: number, units: string) => ({
    enabled: true,
    fall: { enabled: true, rate, units },
  });
  const settings = (minute: number, defaultAlerts: object) => ({
    ...{ type: 'cgmSettings', time: `2024-01-01T00:0${minute}:00Z`, units: 'mg/dL', defaultAlerts },
  });
  await person.uploaded(await person.openedContinuous(), [
    settings(0, alerts(3, 'mg/dL/minute')),
    settings(1, alerts(0.1, 'mmol/L/minute')),
  ]);
  const { user } = await ask(
    `query ($id: ID!) { user(id: $id) { data(types: [CGM_SETTINGS]) { edges { node { ... on CgmSettings { defaultAlerts {
      fall { rate units mgdL: rate(units: MG_DL) mmolL: rate(units: MMOL_L) } } } } } } } }`,
    { id: person.userId },
    person.token,
  );
  expect(user.data.edges.map(({ node }: Json) => node.defaultAlerts.fall)).toEqual([
    { rate: 3, units: 'MG_DL_MINUTE', mgdL: 3, mmolL: 0.16652 },
    { rate: 0.1, units: 'MMOL_L_MINUTE', mgdL: 1.8, mmolL: 0.1 },
  ]);
});
