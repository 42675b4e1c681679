import { api, type Json } from '../../../support/api';
import { addPatient, newClinic, type TestClinic } from '../../../support/clinics';
import { newAccount } from '../../../support/accounts';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { day, minute, reading, recomputed, uploadedReadings } from '../../../support/summaries';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

const week = 7 * day;
/** 1 January 2024 was a Monday. */
const aMonday = Date.UTC(2024, 0, 1);
const thisWeek = aMonday + Math.floor((Date.now() - aMonday) / week) * week;
const weekAgo = (weeks: number): number => thisWeek - weeks * week;

/** A month ago by so many, as its first instant. */
function monthAgo(months: number): number {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months);
}

interface Sent {
  time: number;
  value: number;
}

/** Readings every five minutes whose values repeat. */
const every = (from: number, count: number, values: readonly number[]): Sent[] =>
  Array.from({ length: count }, (_, index) => ({
    time: from + index * 5 * minute,
    value: values[index % values.length] as number,
  }));

/** A patient with readings, and a calculated summary if there are any. */
async function patientWith(clinic: TestClinic, sent: readonly Sent[], fields = {}): Promise<Person> {
  const person = await newPerson(own.server);
  await addPatient(own.server, clinic, person, ['view']);
  await upload(person, sent, fields);
  return person;
}

/** Uploads readings, calculates the summary and returns the data set. */
async function upload(person: Person, sent: readonly Sent[], fields = {}): Promise<string> {
  const records = sent.map(({ time, value }) => reading(time, value, fields));
  let dataSetId = '';
  for (let start = 0; start < records.length; start += 1000)
    dataSetId = await uploadedReadings(person, records.slice(start, start + 1000));
  const isMeter = (fields as { type?: string }).type === 'smbg';
  if (sent.length > 0) await recomputed(own.server, person, isMeter ? 'bgm' : 'cgm');
  return dataSetId;
}

const selection = `start end patients withData noData unknown measured reachingGoal withIndicator timeInVeryLow timeInAnyLow
  timeInTarget timeInAnyHigh timeInVeryHigh averageGlucose mgdL: averageGlucose(units: MG_DL) glucoseManagementIndicator`;

async function ask({ id, admin }: TestClinic, args: string, token = admin.token): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { statisticsOverTime${args} { ${selection} } } }`;
  return (await api(own.server).graph(query, { token, variables: { id } })).body;
}

/** The intervals by their starts. */
async function intervals(clinic: TestClinic, args: string): Promise<(start: number) => Json> {
  const { data, errors } = await ask(clinic, args);
  expect(errors).toBeUndefined();
  const found: Json[] = data.clinic.statisticsOverTime;
  return (start) => found.find((each) => Date.parse(each.start) === start);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const close = (values: readonly number[]): unknown =>
  values.length === 0 ? null : expect.closeTo(mean(values), 9);

const indicator = (average: number): number =>
  Math.round((0.09148 * (12.71 + 4.70587 * average) + 2.152) * 10) / 10;

/** The figures of some people in an interval, computed here from what they sent; those of nobody have no means. */
function figures(people: readonly (readonly Sent[])[], from: number, to: number): object {
  const within = people.map((sent) => sent.filter(({ time }) => time >= from && time < to));
  const measured = within.filter((sent) => sent.length * 5 > 1440);
  const elapsed = (Math.min(to, Date.now()) - from) / minute;
  const worn = within.filter((sent) => sent.length * 5 > 0.7 * elapsed);
  const averages = measured.map((sent) => mean(sent.map(({ value }) => value)));
  const shares = (test: (value: number) => boolean) =>
    measured.map((sent) => sent.filter(({ value }) => test(value)).length / sent.length);
  const inTarget = shares((value) => value >= 3.9 && value <= 10);
  return {
    withData: within.filter((sent) => sent.length > 0).length,
    measured: measured.length,
    reachingGoal: inTarget.filter((share) => share >= 0.7).length,
    withIndicator: worn.length,
    timeInVeryLow: close(shares((value) => value < 3)),
    timeInAnyLow: close(shares((value) => value < 3.9)),
    timeInTarget: close(inTarget),
    timeInAnyHigh: close(shares((value) => value > 10)),
    timeInVeryHigh: close(shares((value) => value > 13.9)),
    averageGlucose: close(averages),
    mgdL: close(averages.map((average) => average * 18.01559)),
    glucoseManagementIndicator: close(worn.map((sent) => indicator(mean(sent.map(({ value }) => value))))),
  };
}

/** The first day whose hours the first calculation knows. */
const hoursFrom = (sent: readonly Sent[]): number =>
  Math.floor((Math.max(...sent.map(({ time }) => time)) - 91 * day) / day) * day;

const lively = [5.5, 2.5, 3.5, 12, 15, 8, 7, 6, 9, 4];

it('agree with figures computed from all readings, week by week and month by month', async () => {
  const clinic = await newClinic(own.server);
  const sent = [
    [
      ...every(weekAgo(3), 2016, [6, 7, 11]),
      ...every(weekAgo(2), 400, lively),
      ...every(weekAgo(1), 100, [5]),
    ],
    [
      ...every(weekAgo(3), 300, lively),
      ...every(weekAgo(1), 289, [6, 14]),
      ...every(weekAgo(1) - day, 3, [6]),
    ],
    [...every(weekAgo(20), 500, [8])],
  ];
  for (const each of sent) await patientWith(clinic, each);
  await patientWith(clinic, []);
  const other = await newClinic(own.server);
  await patientWith(other, every(weekAgo(2), 500, [20]));

  const found = await intervals(clinic, '(count: 22)');
  for (let weeks = 0; weeks < 22; weeks += 1) {
    const start = weekAgo(weeks);
    const known = sent.filter((each) => start >= hoursFrom(each));
    const withData = known.filter((each) => each.some(({ time }) => time >= start && time < start + week));
    expect(found(start)).toEqual({
      ...{ start: new Date(start).toISOString(), end: new Date(start + week).toISOString() },
      ...figures(known, start, start + week),
      ...{ patients: 4, unknown: sent.length - known.length },
      noData: 4 - (sent.length - known.length) - withData.length,
    });
  }

  const byMonth = await intervals(clinic, '(interval: MONTH, count: 6)');
  for (let months = 0; months < 2; months += 1) {
    const [start, end] = [monthAgo(months), monthAgo(months - 1)];
    expect(byMonth(start)).toMatchObject({
      end: new Date(end).toISOString(),
      ...figures(sent, start, end),
      unknown: 0,
    });
  }
  expect(byMonth(monthAgo(5))).toMatchObject({ unknown: 2 });
});

it('of meters count readings, and have no management indicator', async () => {
  const clinic = await newClinic(own.server);
  await patientWith(clinic, every(weekAgo(1), 4, [5, 5, 12, 2]), { type: 'smbg' });
  await patientWith(clinic, every(weekAgo(1), 1, [6]), { type: 'smbg' });
  expect((await intervals(clinic, '(type: BGM, count: 2)'))(weekAgo(1))).toMatchObject({
    ...{ patients: 2, withData: 2, measured: 2, reachingGoal: 1, noData: 0, unknown: 0 },
    ...{ timeInTarget: 0.75, timeInVeryLow: 0.125, timeInAnyHigh: 0.125, averageGlucose: 6 },
    ...{ withIndicator: 0, glucoseManagementIndicator: null },
  });
  expect((await intervals(clinic, '(count: 2)'))(weekAgo(1))).toMatchObject({ withData: 0, noData: 2 });
});

describe('what is known of earlier weeks', () => {
  let clinic: TestClinic;
  let person: Person;
  const weeks = async (): Promise<[data: number[], unknown: number[]]> => {
    const found = await intervals(clinic, '(count: 53)');
    const all = Array.from({ length: 53 }, (_, index) => index);
    return [
      all.filter((each) => found(weekAgo(each)).withData === 1),
      all.filter((each) => found(weekAgo(each)).unknown === 1),
    ];
  };
  const from = (first: number): number[] => Array.from({ length: 53 - first }, (_, index) => first + index);

  beforeEach(async () => {
    clinic = await newClinic(own.server);
    person = await patientWith(clinic, every(weekAgo(30), 400, [7]));
  });

  it('stays when newer readings arrive, although their hours are not kept any more', async () => {
    expect(await weeks()).toEqual([[30], from(43)]);
    await upload(person, every(weekAgo(1), 300, [8]));
    expect(await weeks()).toEqual([[1, 30], from(43)]);
    expect((await intervals(clinic, '(count: 53)'))(weekAgo(30))).toMatchObject({ averageGlucose: 7 });
  });

  it('is forgotten where a record changes whose hours are not kept any more', async () => {
    await upload(person, every(weekAgo(1), 300, [8]));
    await upload(person, every(weekAgo(25), 300, [8]));
    expect(await weeks()).toEqual([[1], from(25)]);
  });

  it('follows records that are deleted', async () => {
    const dataSetId = await upload(person, every(weekAgo(2), 300, [8]));
    await upload(person, every(weekAgo(4), 300, [8]));
    expect(await weeks()).toEqual([[2, 4, 30], from(43)]);
    await person.deleted(dataSetId);
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[4, 30], from(43)]);
    await person.deletedAll();
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[], []]);
  });

  it('does not count after a calculation by an earlier release, until the next one', async () => {
    await upload(person, every(weekAgo(1), 300, [8]));
    await own.database.transaction((manager) =>
      manager.query("UPDATE summaries SET version = 'of an earlier release' WHERE user_id = ?", [
        person.userId,
      ]),
    );
    expect(await weeks()).toEqual([[], from(0)]);
    await upload(person, every(weekAgo(3), 300, [8]));
    expect(await weeks()).toEqual([[1, 3], from(14)]);
  });
});

it('are for members of the clinic, and bounded', async () => {
  const clinic = await newClinic(own.server);
  const stranger = await newAccount(own.server);
  const refused = await ask(clinic, '', stranger.token);
  expect(refused.data.clinic.statisticsOverTime).toBeNull();
  expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  for (const args of ['(count: 54)', '(count: 0)', '(interval: MONTH, count: 13)']) {
    const { errors } = await ask(clinic, args);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(errors[0].message).toContain('"count"');
  }
  const { data } = await ask(clinic, '(interval: MONTH)');
  expect(data.clinic.statisticsOverTime).toHaveLength(12);
  expect(data.clinic.statisticsOverTime[11]).toMatchObject({ patients: 0, timeInTarget: null });
});
