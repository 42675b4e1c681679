import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newClinician, type TestClinic } from '../../../support/clinics';
import {
  every,
  figuresOfInterval,
  intervalFigures,
  lively,
  monthAgo,
  upload,
  week,
  weekAgo,
  type Sent,
} from '../../../support/intervals';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';

/** A patient: the labels that the clinic has given them, and what their sensor has sent. */
interface Member {
  tags: string[];
  sites: string[];
  diagnosisType?: string;
  isReviewed: boolean;
  sent: Sent[];
}

const members: Member[] = [
  {
    ...{ tags: ['a', 'b'], sites: ['x'], diagnosisType: 'type1', isReviewed: true },
    sent: [...every(weekAgo(2), 2016, [6, 7, 11]), ...every(weekAgo(1), 400, lively)],
  },
  {
    ...{ tags: ['a'], sites: ['x', 'y'], diagnosisType: 'type2', isReviewed: true },
    sent: [...every(weekAgo(2), 300, lively), ...every(weekAgo(1), 100, [5])],
  },
  {
    ...{ tags: ['b'], sites: [], diagnosisType: 'type1', isReviewed: false },
    sent: every(weekAgo(1), 500, [12, 8]),
  },
  { ...{ tags: ['b'], sites: ['y'], isReviewed: false }, sent: [] },
  { ...{ tags: [], sites: [], isReviewed: false }, sent: every(weekAgo(2), 600, [4, 9]) },
];

let own: OwnApp;
let clinic: TestClinic;
let other: TestClinic;
let people: Person[];

/** Creates tags or sites, and returns their ids by name. */
async function made({ path, admin }: TestClinic, kind: string, names: readonly string[]) {
  const ids = new Map<string, string>();
  for (const name of names) {
    const { post } = api(own.server);
    const { id } = accepted(await post(`${path}/${kind}`, { body: { name }, token: admin.token }));
    ids.set(name, id as string);
  }
  return (name: string) => ids.get(name) ?? '';
}

/** The members of the clinic, with their labels, reviews and readings. */
async function newMembers(): Promise<Person[]> {
  const tag = await made(clinic, 'patient_tags', ['a', 'b', 'unused']);
  const site = await made(clinic, 'sites', ['x', 'y']);
  const { token } = clinic.admin;
  const created: Person[] = [];
  for (const { tags, sites, diagnosisType, isReviewed, sent } of members) {
    const person = await newPerson(own.server);
    await addPatient(own.server, clinic, person, ['view'], {
      tags: tags.map(tag),
      sites: sites.map((name) => ({ id: site(name), name })),
      ...(diagnosisType && { diagnosisType }),
    });
    await upload(own.server, person, sent);
    const path = `${clinic.path}/patients/${person.userId}/reviews`;
    if (isReviewed) accepted(await api(own.server).put(path, { token }));
    created.push(person);
  }
  return created;
}

/** A member with other labels in another clinic, and somebody who is a patient of that one only. */
async function fillOtherClinic(): Promise<void> {
  const tag = await made(other, 'patient_tags', ['elsewhere']);
  await addPatient(own.server, other, people[0] as Person, ['view'], { tags: [tag('elsewhere')] });
  const stranger = await newPerson(own.server);
  await addPatient(own.server, other, stranger, ['view']);
  await upload(own.server, stranger, every(weekAgo(1), 500, [20]));
}

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
  [clinic, other] = [await newClinic(own.server), await newClinic(own.server)];
  people = await newMembers();
  await fillOtherClinic();
});
afterAll(() => own.close());

const labels = 'tag { name } site { name } clinicianId clinician { id } diagnosisType';

async function ask({ id, admin }: TestClinic, args: string, token = admin.token): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { statisticsOverTime${args} {
    start end ${intervalFigures} groups { ${labels} ${intervalFigures} } } } }`;
  return (await api(own.server).graph(query, { token, variables: { id } })).body;
}

async function intervals(of: TestClinic, args: string): Promise<Json[]> {
  const { data, errors } = await ask(of, args);
  expect(errors).toBeUndefined();
  return data.clinic.statisticsOverTime;
}

/** What is said of some members in an interval whose figures are all kept. */
function expectedFigures(some: readonly Member[], from: number, to: number): object {
  const figures = figuresOfInterval(
    some.map(({ sent }) => sent),
    from,
    to,
  ) as { withData: number };
  return { patients: some.length, unknown: 0, noData: some.length - figures.withData, ...figures };
}

describe('each interval has the figures of each group, computed here from what its members sent:', () => {
  const reviewer = () => clinic.admin.userId;
  it.each<[string, (group: Json) => string | null, (member: Member) => string[]]>([
    ['TAG', ({ tag }) => tag?.name ?? null, ({ tags }) => tags],
    ['SITE', ({ site }) => site?.name ?? null, ({ sites }) => sites],
    [
      'DIAGNOSIS_TYPE',
      ({ diagnosisType }) => diagnosisType,
      ({ diagnosisType }) => (diagnosisType ? [diagnosisType.toUpperCase()] : []),
    ],
    ['CLINICIAN', ({ clinicianId }) => clinicianId, ({ isReviewed }) => (isReviewed ? [reviewer()] : [])],
    ['CLINIC', () => null, () => []],
  ])('by %s', async (by, keyOf, keysOf) => {
    const keys = [...new Set(members.flatMap(keysOf)), null];
    const selectMembers = (key: string | null) =>
      members.filter((each) => (key === null ? keysOf(each).length === 0 : keysOf(each).includes(key)));
    const sizes = keys.slice(0, -1).map((key) => selectMembers(key).length);
    for (const [interval, endOf] of [
      ['WEEK', (start: number) => start + week],
      ['MONTH', (start: number) => (monthAgo(0) > start ? nextMonth(start) : monthAgo(-1))],
    ] as const) {
      const found = await intervals(clinic, `(interval: ${interval}, count: 3, by: ${by})`);
      const plain = await intervals(clinic, `(interval: ${interval}, count: 3)`);
      expect(found.map(({ groups: _groups, ...rest }) => rest)).toEqual(
        plain.map(({ groups: _groups, ...rest }) => rest),
      );
      for (const { start, groups, ...whole } of found) {
        const [from, to] = [Date.parse(start), endOf(Date.parse(start))];
        expect(whole).toMatchObject(expectedFigures(members, from, to));
        const byKey = new Map((groups as Json[]).map((group) => [keyOf(group), group]));
        expect(new Set(byKey.keys())).toEqual(new Set(keys));
        expect(groups).toHaveLength(keys.length);
        for (const [key, group] of byKey)
          expect({ key, ...group }).toMatchObject({ key, ...expectedFigures(selectMembers(key), from, to) });
        // Largest first, those without the label last.
        expect(groups.slice(0, -1).map(({ patients }: Json) => patients)).toEqual(
          sizes.toSorted((one, another) => another - one),
        );
        expect(keyOf(groups.at(-1))).toBeNull();
      }
    }
  });

  /** The first instant of the month after one. */
  function nextMonth(start: number): number {
    const date = new Date(start);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  }
});

it('groups are absent unless they are asked for, and none in a clinic without patients', async () => {
  expect((await intervals(clinic, '(count: 1)'))[0]?.groups).toBeNull();
  const empty = await newClinic(own.server);
  const [interval] = await intervals(empty, '(count: 1, by: TAG)');
  expect(interval).toMatchObject({ patients: 0, groups: [] });
});

it('groups are those of the clinic, for its members only', async () => {
  const [interval] = await intervals(other, '(count: 2, by: TAG)');
  expect(interval?.groups.map(({ tag, patients }: Json) => [tag?.name, patients])).toEqual([
    ['elsewhere', 1],
    [undefined, 1],
  ]);
  const colleague = await newClinician(own.server, clinic);
  const allowed = await ask(clinic, '(by: CLINICIAN)', colleague.token);
  expect(allowed.errors).toBeUndefined();
  const outsiders = [(await newAccount(own.server)).token, other.admin.token, (people[0] as Person).token];
  for (const token of outsiders) {
    const refused = await ask(clinic, '(by: TAG)', token);
    expect(refused.data.clinic?.statisticsOverTime ?? null).toBeNull();
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
  }
});

it('patients whose figures of that time are not kept are unknown in their groups', async () => {
  const found = await intervals(clinic, '(count: 18, by: TAG)');
  const [oldest] = found as [Json];
  const unknown = (oldest.groups as Json[]).map(({ tag, unknown: count, noData }) => [
    tag?.name ?? null,
    count,
    noData,
  ]);
  expect(unknown).toEqual([
    ['b', 2, 1],
    ['a', 2, 0],
    [null, 1, 0],
  ]);
});

it('the clinician of a group is the colleague who has reviewed the data last', async () => {
  const [interval] = await intervals(clinic, '(count: 1, by: CLINICIAN)');
  const clinicians = (interval?.groups as Json[]).map(({ clinicianId, clinician }) => [
    clinicianId,
    clinician,
  ]);
  expect(clinicians).toEqual([
    [clinic.admin.userId, { id: expect.any(String) }],
    [null, null],
  ]);
});

it('groups of so many intervals as the limits describe fit into one query, and those of a year of weeks do not', async () => {
  for (const args of ['(interval: MONTH, count: 12, by: TAG)', '(count: 18, by: SITE)'])
    expect(await intervals(clinic, args)).not.toHaveLength(0);
  const { errors } = await ask(clinic, '(count: 53, by: TAG)');
  expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
});
