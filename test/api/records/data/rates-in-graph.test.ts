import { api, type Json } from '../../../support/api';
import { legacyCbg } from '../../../support/legacy-records';
import { newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const query = `{ me { data { edges { node {
  ... on ContinuousGlucose { trendRate rate: trendRate(units: MG_DL) }
} } } } }`;
const readRates = async ({ token }: Person) =>
  (await graph(query, { token })).body.data.me.data.edges.map(({ node }: Json) => node);

it('a rate of change is unknown if its unit is, and stays as sent in REST', async () => {
  const person = await newPerson(server);
  await person.uploaded(await person.openedContinuous(), [cbg({ time: at(0), trendRate: -0.5 })]);
  expect(await readRates(person)).toEqual([{ trendRate: null, rate: null }]);
  expect((await person.records('type=cbg'))[0]).toMatchObject({ trendRate: -0.5 });
});

it('a rate of change has its unit in legacy uploads, too, which keep it', async () => {
  const person = await newPerson(server);
  await person.uploadedLegacy(legacyCbg({ trendRate: -2, trendRateUnits: 'mg/dL/minute' }));
  const [rates] = await readRates(person);
  expect(rates).toEqual({ trendRate: expect.closeTo(-0.111015, 6), rate: -2 });
});
