import { api, type Json } from '../../../support/api';
import { accepted, newClinic } from '../../../support/clinics';
import { patientWith } from '../../../support/intervals';
import { legacyCbg } from '../../../support/legacy-records';
import { newPerson, type Person } from '../../../support/person';
import type { SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { statistics } from '../../../support/statistics';
import { day, hour, minute, recentHour, recomputed } from '../../../support/summaries';

const server = serverUnderTest();
const { get, graph } = api(server);

const newest = recentHour();
const range = { from: newest - 2 * day, to: newest + hour };

/** A legacy reading of a sensor and one of a meter, some minutes before the newest. */
const measured = (value: number, minutesAgo: number, fields: SentRecord = {}): SentRecord[] =>
  ['cbg', 'smbg'].map((type) =>
    legacyCbg({ type, value, time: new Date(newest - minutesAgo * minute).toISOString(), ...fields }),
  );

const usual = Array.from({ length: 300 }, (_, index) => measured(4 + (index % 80) / 10, index * 5)).flat();

/** What the statistics say of somebody's readings. */
async function figures(person: Person): Promise<object> {
  const { token, userId } = person;
  const profile =
    'glucoseProfile(days: 7) { use bins { percentiles } daily { date average standardDeviation min max } }';
  const query = `query ($id: ID!) { user(id: $id) { ${profile} } }`;
  const periods: Json[] = [];
  for (const type of ['cgm', 'bgm']) periods.push((await recomputed(server, person, type))?.periods ?? null);
  return {
    periods,
    statistics: await statistics(server, person, range),
    profile: accepted(await graph(query, { token, variables: { id: userId } })).data.user,
  };
}

async function uploaded(...batches: SentRecord[][]): Promise<Person> {
  const person = await newPerson(server);
  for (const batch of batches) if (batch.length > 0) await person.uploadedLegacy(batch);
  return person;
}

const values = [1e155, -1e155, 1.7e308, 1_000_001];

describe('a value that no meter can mean', () => {
  it.each(values)('is no reading in statistics, but stays as it is: %p', async (value) => {
    const [without, person] = [await uploaded(usual), await uploaded(usual, measured(value, 7))];
    expect(await figures(person)).toEqual(await figures(without));
    expect((await person.records()).filter((record) => record.value === value)).toHaveLength(2);
  });

  it.each([
    [[1e155], [5]],
    [[1.7e308, 1.7e308], []],
  ])('is no reading beside few others or none: %p, %p', async (impossible, possible) => {
    const sent = (all: number[], ago: number) =>
      all.flatMap((value, index) => measured(value, ago + 90 * index));
    const [without, person] = [
      await uploaded(sent(possible, 0)),
      await uploaded(sent(possible, 0), sent(impossible, 30)),
    ];
    expect(await figures(person)).toEqual(await figures(without));
  });

  it('is null in a unit in which it is too large', async () => {
    const { token } = await uploaded([legacyCbg({ value: 1.7e308 })]);
    const fields = '... on ContinuousGlucose { value mgdL: value(units: MG_DL) }';
    const { body } = await graph(`{ me { data(first: 1) { edges { node { ${fields} } } } } }`, { token });
    expect(body).toEqual({ data: { me: { data: { edges: [{ node: { value: 1.7e308, mgdL: null } }] } } } });
  });
});

it('values up to 1,000,000 mmol/L and those below 0 are counted', async () => {
  const clinic = await newClinic(server);
  const person = await patientWith(server, clinic, []);
  await person.uploadedLegacy(
    [1e6, -1e6, 1e-300, 5e-324, 9999].flatMap((value, index) => measured(value, index)),
  );
  await person.uploadedLegacy(
    [1e6, -1e6, 1e-300].flatMap((value, index) => measured(value, day / minute + 5 * index)),
  );
  const { periods } = await recomputed(server, person);
  expect(periods['7d']).toMatchObject({ min: -1e6, max: 1e6 });
  await recomputed(server, person, 'bgm');
  const { body } = await get(`${clinic.path}/patients/${person.userId}`, { token: clinic.admin.token });
  expect(body.summary.bgmStats.periods['7d']).toMatchObject({ min: -1e6, max: 1e6 });
  const few = await statistics(server, person, { from: newest - day - hour, to: newest - hour });
  expect(few).toMatchObject({ records: 3, min: -1e6, max: 1e6, coefficientOfVariation: null });
});

it.each([1e15, 1e308, -1e308])(
  'an interval that no sensor has counts as unknown: %p',
  async (sampleInterval) => {
    const [without, person] = [
      await uploaded(measured(5, 0)),
      await uploaded(measured(5, 0, { sampleInterval })),
    ];
    expect(await figures(person)).toEqual(await figures(without));
  },
);
