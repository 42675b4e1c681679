import { newFollower } from '../../../support/alerts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
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
    units: 'mmol/L',
    mgdL: expect.closeTo(3.5 * factor, 9),
    mmolL: 3.5,
  });
});
