import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const preset = (name: string) => ({ glycemicRanges: { type: 'preset', preset: name } });
const thresholds = [54, 70, 180, 250].map((value) => ({
  ...{ name: `${value}`, upperBound: { value, units: 'mg/dL' } },
}));
const groups: Readonly<Record<string, object>> = {
  none: {},
  standard: preset('adaStandard'),
  highRisk: preset('adaHighRisk'),
  pregnancy: preset('adaPregnancyType1'),
  gestational: preset('adaPregnancyType2'),
  custom: { glycemicRanges: { type: 'custom', custom: { name: 'adaHighRisk', thresholds } } },
};

interface Shares {
  Target?: number;
  AnyLow?: number;
  VeryLow?: number;
  AnyHigh?: number;
  VeryHigh?: number;
}

/** Just good enough for most people. */
const good: Shares = { Target: 0.7, AnyLow: 0.039, VeryLow: 0.009, AnyHigh: 0.249, VeryHigh: 0.049 };
/** Just good enough for people at high risk, and not for most. */
const careful: Shares = { Target: 0.5, AnyLow: 0.009, VeryLow: 0.009, AnyHigh: 0.491, VeryHigh: 0.099 };

/** Whether they meet the goals of Battelino et al., Diabetes Care 2019; null where nobody knows. */
const people: readonly [group: string, shares: Shares | null, meets: boolean | null][] = [
  ['none', good, true],
  ['standard', good, true],
  ['standard', careful, false],
  ['none', { ...good, Target: 0.699 }, false],
  ['none', { ...good, AnyLow: 0.04 }, false],
  ['none', { ...good, VeryLow: 0.01 }, false],
  ['none', { ...good, AnyHigh: 0.25 }, false],
  ['none', { ...good, VeryHigh: 0.05 }, false],
  ['highRisk', careful, true],
  ['highRisk', good, false],
  ['highRisk', { ...careful, Target: 0.499 }, false],
  ['highRisk', { ...careful, AnyLow: 0.01 }, false],
  ['highRisk', { ...careful, VeryHigh: 0.1 }, false],
  // Too little was measured for shares.
  ['none', {}, null],
  ['highRisk', {}, null],
  ['standard', null, null],
  // Time from 3.5 to 7.8 mmol/L is not stored, or nothing is recommended.
  ['pregnancy', good, null],
  ['gestational', { ...good, Target: 0.1 }, null],
  ['custom', good, null],
  ['custom', careful, null],
];

let clinic: TestClinic;
let ids: string[];
const named = (shares: Shares) =>
  Object.fromEntries(Object.entries(shares).map(([range, value]) => [`timeIn${range}Percent`, value]));

/** Stores the shares of a patient's last two weeks. */
async function tellShares(id: string, shares: Shares): Promise<void> {
  const periods = {
    '14d': periodWith('cgm', named(shares)),
    // Another period is not asked for, and meters do not count.
    '30d': periodWith('cgm', named({ ...shares, Target: 0.1 })),
  };
  const bgmStats = { ...statsWith({ '14d': periodWith('bgm', named({ Target: 0 })) }), id: 'b'.repeat(24) };
  await tellSummary(server, id, { cgmStats: statsWith(periods), bgmStats });
}

beforeAll(async () => {
  clinic = await newClinic(server);
  ids = [];
  for (const [group, shares] of people) {
    const { id } = await newPatient(server, clinic, groups[group]);
    ids.push(id);
    if (shares) await tellShares(id, shares);
  }
});

async function listed(filter: object, period = 'DAYS_14', sort?: object): Promise<Json> {
  const query = `query ($id: ID!, $filter: PatientFilterInput, $period: SummaryPeriod!, $sort: PatientSortInput) {
    clinic(id: $id) { patients(first: 100, filter: $filter, period: $period, sort: $sort) {
      count edges { node { userId } } } } }`;
  const variables = { id: clinic.id, filter, period, sort };
  const { data, errors } = accepted(await api(server).graph(query, { token: clinic.admin.token, variables }));
  expect(errors).toBeUndefined();
  const { edges, count } = data.clinic.patients;
  return { count, ids: new Set(edges.map(({ node }: Json) => node.userId)) };
}

const expected = (meets: boolean) => ids.filter((_id, index) => people[index]?.[2] === meets);

it.each([true, false])(
  'patients whose readings meet the goals of their group, or do not: %s',
  async (meetsGoals) => {
    const wanted = expected(meetsGoals);
    const found = { count: wanted.length, ids: new Set(wanted) };
    expect(await listed({ meetsGoals })).toEqual(found);
    const sort = { by: 'TIME_IN_TARGET', descending: true, type: 'CGM' };
    expect(await listed({ meetsGoals }, 'DAYS_14', sort)).toEqual(found);
  },
);

it('without it, nobody is left out', async () => {
  expect((await listed({})).count).toBe(people.length);
  expect((await listed({ meetsGoals: null })).count).toBe(people.length);
});

it('goals are compared with the period that is asked for, and go with other filters', async () => {
  expect((await listed({ meetsGoals: true }, 'DAYS_30')).count).toBe(0);
  expect((await listed({ meetsGoals: true }, 'DAYS_7')).count).toBe(0);
  const both = await listed({ meetsGoals: true, timeInTarget: { lt: 0.6 } });
  expect(both.ids).toEqual(new Set(ids.filter((_id, index) => index === 8)));
});
