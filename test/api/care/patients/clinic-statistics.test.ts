import fc from 'fast-check';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  newClinic,
  newClinician,
  newLabels,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, put } = api(server);

const day = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();

/** What is known of a patient; ages of the newest readings are in days. */
interface Person {
  tags: string[];
  sites: string[];
  diagnosisType?: string;
  isReviewed: boolean;
  age: number | null;
  shares: number[] | null;
  indicator: number | null;
}

const people: fc.Arbitrary<Person> = fc.record({
  tags: fc.subarray(['a', 'b', 'c']),
  sites: fc.subarray(['x', 'y']),
  diagnosisType: fc.constantFrom(undefined, 'type1', 'type2'),
  isReviewed: fc.boolean(),
  age: fc.constantFrom(null, 1, 10, 20),
  shares: fc.constantFrom(null, [0.01, 0.05, 0.7, 0.2, 0.05], [0.1, 0.2, 0.35, 0.3, 0.15]),
  indicator: fc.constantFrom(null, 6.5, 7.1),
});

const shareNames = ['VeryLow', 'AnyLow', 'Target', 'AnyHigh', 'VeryHigh'];

const summaryOf = ({ age, shares, indicator }: Person) => {
  const figures = {
    ...(shares && Object.fromEntries(shares.map((value, at) => [`timeIn${shareNames[at]}Percent`, value]))),
    ...(shares && { timeInTargetPercentDelta: 0.05, averageGlucoseMmol: 8 + (shares[1] ?? 0) }),
    ...(indicator !== null && { glucoseManagementIndicator: indicator }),
  };
  // Values whose flags deny them do not count.
  const denied = { ...periodWith('cgm', { ...figures }), timeInTargetPercent: shares?.[2] ?? 0.99 };
  const periods = { '14d': denied, '7d': periodWith('cgm', { timeInTargetPercent: 0.1 }) };
  return { cgmStats: statsWith(periods, { lastData: ago(age ?? 0) }) };
};

const figures = `patients active inactive noData measured reachingGoal withIndicator timeInVeryLow timeInAnyLow
  timeInTarget timeInAnyHigh timeInVeryHigh timeInTargetChange sensorUse averageGlucose mgdL: averageGlucose(units: MG_DL)
  glucoseManagementIndicator`;

const mean = (values: number[]): unknown =>
  values.length === 0 ? null : expect.closeTo(values.reduce((sum, each) => sum + each, 0) / values.length, 9);

/** The figures of a group, computed here. */
function figuresOf(group: Person[], since = 14): object {
  const active = group.filter(({ age }) => age !== null && age < since);
  const measured = active.flatMap(({ shares }) => (shares ? [shares] : []));
  const indicators = active.flatMap(({ indicator }) => indicator ?? []);
  const share = (at: number) => mean(measured.map((shares) => shares[at] ?? 0));
  const averages = measured.map((shares) => 8 + (shares[1] ?? 0));
  return {
    patients: group.length,
    active: active.length,
    inactive: group.filter(({ age }) => age !== null && age >= since).length,
    noData: group.filter(({ age }) => age === null).length,
    measured: measured.length,
    reachingGoal: measured.filter((shares) => (shares[2] ?? 0) >= 0.7).length,
    withIndicator: indicators.length,
    timeInVeryLow: share(0),
    timeInAnyLow: share(1),
    timeInTarget: share(2),
    timeInAnyHigh: share(3),
    timeInVeryHigh: share(4),
    timeInTargetChange: mean(measured.map(() => 0.05)),
    sensorUse: null,
    averageGlucose: mean(averages),
    mgdL: mean(averages.map((value) => value * 18.01559)),
    glucoseManagementIndicator: mean(indicators),
  };
}

const everyone = fc.sample(people, { numRuns: 14, seed: 11 });

let clinic: TestClinic;

async function addEveryone(tags: Record<string, string>, sites: Record<string, string>): Promise<void> {
  for (const person of everyone) {
    const { id } = await newPatient(server, clinic, {
      tags: person.tags.map((name) => tags[name]),
      sites: person.sites.map((name) => ({ id: sites[name], name })),
      ...(person.diagnosisType && { diagnosisType: person.diagnosisType }),
    });
    const { token } = clinic.admin;
    if (person.isReviewed) accepted(await put(`${clinic.path}/patients/${id}/reviews`, { token }));
    if (person.age !== null) await tellSummary(server, id, summaryOf(person));
  }
}

beforeAll(async () => {
  clinic = await newClinic(server);
  const tags = await newLabels(server, clinic, 'patient_tags', ['a', 'b', 'c', 'unused']);
  await addEveryone(tags, await newLabels(server, clinic, 'sites', ['x', 'y']));
  const { id } = await newPatient(server, await newClinic(server));
  await tellSummary(server, id, summaryOf({ ...(everyone[0] as Person), age: 1 }));
});

async function ask(args: string, fields: string, token = clinic.admin.token): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { statistics(${args}) { ${fields} } } }`;
  return (await graph(query, { token, variables: { id: clinic.id } })).body;
}

async function groups(args: string, key: string): Promise<Json[]> {
  const { data, errors } = await ask(args, `${key} ${figures}`);
  expect(errors).toBeUndefined();
  return data.clinic.statistics;
}

/** The groups of everyone, by keys; patients without one are in the group `null`. */
function expected(keysOf: (person: Person) => (string | undefined)[], since?: number): [unknown, object][] {
  const keys = new Set(
    everyone.flatMap((person) => (keysOf(person).length > 0 ? keysOf(person) : [undefined])),
  );
  return [...keys].map((key) => [
    key ?? null,
    figuresOf(
      everyone.filter((person) =>
        key === undefined ? keysOf(person).length === 0 : keysOf(person).includes(key),
      ),
      since,
    ),
  ]);
}

describe('statistics of a clinic agree with those computed from its patients', () => {
  const cases: [string, string, string, (group: Json) => unknown, (person: Person) => string[]][] = [
    ['tag', 'TAG', 'tag { name }', ({ tag }) => tag?.name ?? null, ({ tags }) => tags],
    ['site', 'SITE', 'site { name }', ({ site }) => site?.name ?? null, ({ sites }) => sites],
    [
      'type of diabetes',
      'DIAGNOSIS_TYPE',
      'diagnosisType',
      ({ diagnosisType }) => diagnosisType,
      ({ diagnosisType }) => (diagnosisType ? [diagnosisType.toUpperCase()] : []),
    ],
    ['nothing', 'CLINIC', 'tag { id }', () => null, () => []],
  ];

  it.each(cases)('by %s', async (_what, by, key, keyOf, keysOf) => {
    const found = await groups(`by: ${by}`, key);
    const told = found.map((group): [unknown, object] => {
      const { tag: _tag, site: _site, diagnosisType: _type, ...rest } = group;
      return [keyOf(group), rest];
    });
    const order = (one: [unknown, object], other: [unknown, object]) =>
      String(one[0]) < String(other[0]) ? -1 : 1;
    expect([...told].sort(order)).toEqual(expected(keysOf).sort(order));
    const labeled = found.filter((group) => keyOf(group) !== null);
    expect(labeled.map(({ patients }) => patients)).toEqual(
      labeled.map(({ patients }) => patients).sort((one, other) => other - one),
    );
  });

  it('by clinician, who is the last reviewer', async () => {
    const found = await groups('by: CLINICIAN', 'clinicianId clinician { email roles }');
    const [reviewed, others] = [
      everyone.filter((each) => each.isReviewed),
      everyone.filter((each) => !each.isReviewed),
    ];
    expect(found).toEqual([
      {
        clinicianId: clinic.admin.userId,
        clinician: { email: clinic.admin.email, roles: ['CLINIC_ADMIN'] },
        ...figuresOf(reviewed),
      },
      { clinicianId: null, clinician: null, ...figuresOf(others) },
    ]);
  });

  it('with another instant since which patients are active', async () => {
    const [all] = await groups(`by: CLINIC, activeSince: "${ago(15)}"`, 'clinicianId');
    expect(all).toEqual({ clinicianId: null, ...figuresOf(everyone, 15) });
    const [older] = await groups(`activeSince: "${ago(25)}"`, 'clinicianId');
    expect(older).toEqual({ clinicianId: null, ...figuresOf(everyone, 25) });
  });

  it('of another period or of meters', async () => {
    const [week] = await groups('period: DAYS_7', 'clinicianId');
    const active = everyone.filter(({ age }) => age !== null && age < 7).length;
    expect(week).toMatchObject({ active, measured: active, averageGlucose: null });
    expect(week?.timeInTarget).toEqual(active > 0 ? expect.closeTo(0.1, 9) : null);
    const [meters] = await groups('type: BGM', 'clinicianId');
    expect(meters).toMatchObject({
      patients: everyone.length,
      noData: everyone.length,
      measured: 0,
      timeInTarget: null,
    });
  });
});

it('are for members of the clinic only', async () => {
  const member = await newClinician(server, clinic);
  expect((await ask('by: TAG', 'patients', member.token)).errors).toBeUndefined();
  for (const stranger of [await newAccount(server), (await newClinic(server)).admin]) {
    const body = await ask('by: TAG', 'patients tag { name }', stranger.token);
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  }
});

it('of a clinic without patients are empty', async () => {
  const { id, admin } = await newClinic(server);
  const query = 'query ($id: ID!) { clinic(id: $id) { statistics(by: TAG) { patients } } }';
  const { data } = accepted(await graph(query, { token: admin.token, variables: { id } }));
  expect(data.clinic.statistics).toEqual([]);
});
