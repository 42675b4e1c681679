import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { day, minute, reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const rangeNames = [
  'inVeryLow',
  'inLow',
  'inTarget',
  'inHigh',
  'inVeryHigh',
  'inExtremeHigh',
  'inAnyLow',
  'inAnyHigh',
];

it('the changes of a summary since a period without readings are null in the graph, but for counts', async () => {
  const person = await newPerson(server);
  const newest = recentHour();
  // The day before the last one is empty; the week before has one reading.
  await uploadedReadings(person, [
    reading(newest, 5),
    reading(newest + 5 * minute, 11),
    reading(newest - 10 * day, 7),
  ]);
  const { periods } = await recomputed(server, person);
  const ranges = ['total', ...rangeNames].map((name) => `${name} { minutes records share percent }`);
  const query = `query ($id: ID!) { user(id: $id) { summary(type: CGM) { ... on GlucoseSummary { periods { delta {
    ${ranges.join(' ')} hoursWithData daysWithData averageDailyRecords averageGlucose standardDeviation
    glucoseManagementIndicator coefficientOfVariation min max lowest: min(units: MG_DL) } } } } } }`;
  const variables = { id: person.userId };
  const { data } = accepted(await api(server).graph(query, { token: person.token, variables }));
  const [day1, day7] = data.user.summary.periods.map(({ delta }: Json) => delta);
  const { total, inTarget, inHigh, ...figures } = day1;
  expect(total).toEqual({ minutes: 10, records: 2, share: null, percent: null });
  expect(inTarget).toEqual({ minutes: 5, records: 1, share: null, percent: null });
  expect(inHigh).toEqual({ minutes: 5, records: 1, share: null, percent: null });
  expect(figures).toMatchObject({
    ...{ hoursWithData: 1, daysWithData: 1, averageDailyRecords: 2 },
    ...{ averageGlucose: null, standardDeviation: null, glucoseManagementIndicator: null },
    ...{ coefficientOfVariation: null, min: null, max: null, lowest: null },
  });
  expect(day7).toMatchObject({
    total: { minutes: 5, records: 1, share: 5 / (7 * 1440), percent: 5 / (7 * 1440) },
    inTarget: { minutes: 0, records: 0, share: -0.5, percent: -0.5 },
    ...{ hoursWithData: 0, averageGlucose: 1, standardDeviation: 3, min: -2, max: 4, lowest: -36 },
    glucoseManagementIndicator: expect.closeTo(0.5, 9) as number,
    coefficientOfVariation: 3 / 8,
  });
  // The REST routes subtract zeros, as clients of the public API expect.
  const { delta, ...current } = periods['1d'];
  expect(delta).toEqual({
    ...current,
    ...Object.fromEntries(
      ['total', ...rangeNames].map((name) => {
        const { minutes, records, percent } = current[name];
        return [name, { minutes, records, percent }];
      }),
    ),
  });
  expect(Object.keys(delta)).toEqual(Object.keys(current));
});
