import { api } from '../../../support/api';
import { accepted, newClinic, newPatient } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post, graph } = api(server);

it('the report with typed categories is in the graph', async () => {
  const clinic = await newClinic(server);
  const { token } = clinic.admin;
  const { id: tag } = accepted(await post(`${clinic.path}/patient_tags`, { token, body: { name: 'T' } }));
  const { id } = await newPatient(server, clinic, { tags: [tag] });
  const figures = { timeInVeryLowPercent: 0.5, timeInAnyLowPercent: 0.6 };
  const lastData = new Date().toISOString();
  const periods = { '7d': periodWith('cgm', figures) };
  await tellSummary(server, id, { cgmStats: statsWith(periods, { lastData }) });
  const query = `query ($id: ID!, $input: TideReportInput!) {
    clinic(id: $id) {
      tideReport(input: $input) {
        config { clinicId period tagIds lastDataCutoff schemaVersion thresholds { veryLow extremeHigh } }
        categories {
          name
          patients { userId tagIds timeInAnyLow timeInHigh timeInAnyLowPercent reviews { time } dataSources { state } }
        }
      }
    }
  }`;
  const input = { period: 'DAYS_7', tagIds: [tag], lastDataCutoff: lastData };
  const variables = { id: clinic.id, input: { ...input, categories: ['TIME_IN_ANY_LOW_PERCENT'] } };
  const { body } = await graph(query, { token, variables });
  expect(body.data.clinic.tideReport).toEqual({
    config: {
      clinicId: clinic.id,
      period: 'DAYS_7',
      tagIds: [tag],
      lastDataCutoff: lastData,
      schemaVersion: 2,
      thresholds: { veryLow: 3, extremeHigh: 19.4 },
    },
    categories: [
      {
        name: 'TIME_IN_ANY_LOW_PERCENT',
        patients: [
          {
            userId: id,
            tagIds: [tag],
            timeInAnyLowPercent: 0.6,
            timeInAnyLow: 0.6,
            timeInHigh: null,
            reviews: [],
            dataSources: null,
          },
        ],
      },
      { name: 'NO_DATA', patients: [] },
    ],
  });
  for (const wrong of [{ tagIds: [] }, { tagIds: ['x'] }, { categories: ['NO_DATA'] }]) {
    const refused = await graph(query, {
      token,
      variables: { id: clinic.id, input: { ...input, ...wrong } },
    });
    expect(refused.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  }
});
