import { api, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { cbg, type SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const named = `basalSchedules { name segments { start rate } }
  bgTargets { name segments { start target(units: $units) high(units: $units) } }
  carbRatios { name segments { start amount } }
  insulinSensitivities { name segments { start amount(units: $units) } }
  overridePresets { name abbreviation duration basalRateScaleFactor bgTarget { low(units: $units) high(units: $units) } }`;

/** The pump settings of a person in the graph, in these units. */
async function settingsOf({ userId, token }: Person, units: 'MG_DL' | 'MMOL_L'): Promise<Json[]> {
  const query = `query ($id: ID!, $units: GlucoseUnits!) { user(id: $id) {
    data(types: [PUMP_SETTINGS]) { edges { node { ... on PumpSettings { ${named} } } } } } }`;
  const { body } = await graph(query, { token, variables: { id: userId, units } });
  expect(body.errors).toBeUndefined();
  return body.data.user.data.edges.map(({ node }: Json) => node);
}

const settings = (fields: object): SentRecord => ({
  ...{ type: 'pumpSettings', time: '2024-01-01T00:00:00Z', activeSchedule: 'Weekday' },
  ...{ units: { bg: 'mg/dL', carb: 'grams' }, ...fields },
});

describe('schedules of a pump', () => {
  const sent = settings({
    basalSchedules: {
      Weekday: [
        { start: 0, rate: 0.8 },
        { start: 21_600_000, rate: 1.1 },
      ],
      __proto__x: [],
      'Fête 🎉': [{ start: 0, rate: 0.5 }],
    },
    bgTargets: { Weekday: [{ start: 0, target: 100, high: 120 }] },
    carbRatios: { Weekday: [{ start: 0, amount: 10 }] },
    insulinSensitivities: { Weekday: [{ start: 0, amount: 45 }] },
    overridePresets: {
      Run: {
        abbreviation: 'R',
        duration: 3600,
        basalRateScaleFactor: 0.5,
        bgTarget: { low: 140, high: 160 },
      },
    },
  });

  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [sent]);
  });

  it('are lists with their names, in mg/dL', async () => {
    expect(await settingsOf(person, 'MG_DL')).toEqual([
      {
        basalSchedules: expect.arrayContaining([
          {
            name: 'Weekday',
            segments: [
              { start: 0, rate: 0.8 },
              { start: 21_600_000, rate: 1.1 },
            ],
          },
          { name: '__proto__x', segments: [] },
          { name: 'Fête 🎉', segments: [{ start: 0, rate: 0.5 }] },
        ]),
        bgTargets: [{ name: 'Weekday', segments: [{ start: 0, target: 100, high: 120 }] }],
        carbRatios: [{ name: 'Weekday', segments: [{ start: 0, amount: 10 }] }],
        insulinSensitivities: [{ name: 'Weekday', segments: [{ start: 0, amount: 45 }] }],
        overridePresets: [
          {
            ...{ name: 'Run', abbreviation: 'R', duration: 3600, basalRateScaleFactor: 0.5 },
            bgTarget: { low: 140, high: 160 },
          },
        ],
      },
    ]);
  });

  it('are converted to mmol/L, as stored', async () => {
    const [stored] = await person.records('type=pumpSettings');
    const [shown] = await settingsOf(person, 'MMOL_L');
    expect(shown.bgTargets[0].segments).toEqual(stored.bgTargets.Weekday);
    expect(shown.insulinSensitivities[0].segments).toEqual(stored.insulinSensitivities.Weekday);
    expect(shown.overridePresets[0].bgTarget).toEqual(stored.overridePresets.Run.bgTarget);
    expect(stored.insulinSensitivities.Weekday[0].amount).toBeCloseTo(45 / 18.01559, 4);
  });

  it('stay objects on the REST wire', async () => {
    const [stored] = await person.records('type=pumpSettings');
    expect(stored.basalSchedules).toEqual(sent.basalSchedules);
  });
});

it('amounts of a pump whose unit is unknown are null', async () => {
  const person = await newPerson(server);
  const sent = settings({
    units: undefined,
    bgTargets: { Weekday: [{ start: 0, target: 100 }] },
    insulinSensitivities: { Weekday: [{ start: 0, amount: 45 }] },
    carbRatios: { Weekday: [{ start: 0, amount: 10 }] },
    overridePresets: { Run: { duration: 3600, bgTarget: { low: 140, high: 160 } } },
  });
  await person.uploaded(await person.openedContinuous(), [sent]);
  for (const units of ['MG_DL', 'MMOL_L'] as const) {
    expect(await settingsOf(person, units)).toMatchObject([
      {
        bgTargets: [{ segments: [{ start: 0, target: null }] }],
        insulinSensitivities: [{ segments: [{ start: 0, amount: null }] }],
        carbRatios: [{ segments: [{ start: 0, amount: 10 }] }],
        overridePresets: [{ bgTarget: { low: null, high: null } }],
      },
    ]);
  }
});

it('annotations show their code, and everything that was sent', async () => {
  const person = await newPerson(server);
  const { token, userId } = person;
  const notes = [{ code: 'bg/out-of-range', value: 'low', threshold: 40 }, { code: 7 }, { other: true }];
  await person.uploaded(await person.openedContinuous(), [cbg({ annotations: notes })]);
  const { body } = await graph(
    'query ($id: ID!) { user(id: $id) { data { edges { node { annotations { code raw } } } } } }',
    { token, variables: { id: userId } },
  );
  expect(body.data.user.data.edges[0].node.annotations).toEqual([
    { code: 'bg/out-of-range', raw: notes[0] },
    { code: null, raw: { code: 7 } },
    { code: null, raw: { other: true } },
  ]);
});
