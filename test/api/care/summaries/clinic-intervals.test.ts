import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newClinic, type TestClinic } from '../../../support/clinics';
import {
  every,
  figuresOfInterval,
  intervalFigures,
  lively,
  monthAgo,
  patientWith,
  upload,
  week,
  weekAgo,
  type Sent,
} from '../../../support/intervals';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import type { Person } from '../../../support/person';
import { day, minute, reading, recomputed, uploadedReadings } from '../../../support/summaries';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

async function ask({ id, admin }: TestClinic, args: string, token = admin.token): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { statisticsOverTime${args} { start end ${intervalFigures} } } }`;
  return (await api(own.server).graph(query, { token, variables: { id } })).body;
}

/** The intervals by their starts. */
async function intervals(clinic: TestClinic, args: string): Promise<(start: number) => Json> {
  const { data, errors } = await ask(clinic, args);
  expect(errors).toBeUndefined();
  const found: Json[] = data.clinic.statisticsOverTime;
  return (start) => found.find((each) => Date.parse(each.start) === start);
}

/** The first day whose hours the first calculation knows. */
const hoursFrom = (sent: readonly Sent[]): number =>
  Math.floor((Math.max(...sent.map(({ time }) => time)) - 91 * day) / day) * day;

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
  for (const each of sent) await patientWith(own.server, clinic, each);
  await patientWith(own.server, clinic, []);
  const other = await newClinic(own.server);
  await patientWith(own.server, other, every(weekAgo(2), 500, [20]));

  const found = await intervals(clinic, '(count: 22)');
  for (let weeks = 0; weeks < 22; weeks += 1) {
    const start = weekAgo(weeks);
    const known = sent.filter((each) => start >= hoursFrom(each));
    const withData = known.filter((each) => each.some(({ time }) => time >= start && time < start + week));
    expect(found(start)).toEqual({
      ...{ start: new Date(start).toISOString(), end: new Date(start + week).toISOString() },
      ...figuresOfInterval(known, start, start + week),
      ...{ patients: 4, unknown: sent.length - known.length },
      noData: 4 - (sent.length - known.length) - withData.length,
    });
  }

  const byMonth = await intervals(clinic, '(interval: MONTH, count: 6)');
  for (let months = 0; months < 2; months += 1) {
    const [start, end] = [monthAgo(months), monthAgo(months - 1)];
    expect(byMonth(start)).toMatchObject({
      end: new Date(end).toISOString(),
      ...figuresOfInterval(sent, start, end),
      unknown: 0,
    });
  }
  expect(byMonth(monthAgo(5))).toMatchObject({ unknown: 2 });
});

it('of several clinics, lengths and types at once are those of each alone', async () => {
  const [one, two] = [await newClinic(own.server), await newClinic(own.server)];
  for (const [index, clinic] of [one, two].entries()) {
    for (const value of [6, 9])
      await patientWith(own.server, clinic, every(weekAgo(1), 300 + index, [value + index]));
    await patientWith(own.server, clinic, every(weekAgo(1), 9, [5 + index]), { type: 'smbg' });
  }
  await patientWith(own.server, two, every(weekAgo(2), 300, [12]));
  const token = await newServerToken(own.server);
  const weeks = '(count: 2)';
  const months = '(interval: MONTH, count: 2)';
  const ofMeters = '(type: BGM, count: 2)';
  const together: [TestClinic, string][][] = [
    [
      [one, weeks],
      [two, weeks],
      [one, months],
    ],
    [
      [two, weeks],
      [one, ofMeters],
      [two, ofMeters],
    ],
  ];
  for (const questions of together) {
    const parts = questions.map(
      ([{ id }, args], index) =>
        `a${index}: clinic(id: "${id}") { statisticsOverTime${args} { start end ${intervalFigures} } }`,
    );
    const { data, errors } = (await api(own.server).graph(`{ ${parts.join(' ')} }`, { token })).body;
    expect(errors).toBeUndefined();
    for (const [index, [clinic, args]] of questions.entries())
      expect(data[`a${index}`]).toEqual((await ask(clinic, args)).data.clinic);
  }
});

it('have an indicator where a sensor was worn for 70 % of the time that has passed', async () => {
  const clinic = await newClinic(own.server);
  const passed = Date.now() - weekAgo(0);
  const sent = [0.75, 0.6].map((share) =>
    every(weekAgo(0), Math.floor((share * passed) / (5 * minute)), [6, 9]),
  );
  for (const each of sent) await patientWith(own.server, clinic, each);
  const found = await intervals(clinic, '(count: 2)');
  expect(found(weekAgo(0))).toMatchObject(figuresOfInterval(sent, weekAgo(0), weekAgo(-1)));
});

it('of meters count readings, and have no management indicator', async () => {
  const clinic = await newClinic(own.server);
  await patientWith(own.server, clinic, every(weekAgo(1), 4, [5, 5, 12, 2]), { type: 'smbg' });
  await patientWith(own.server, clinic, every(weekAgo(1), 1, [6]), { type: 'smbg' });
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
    person = await patientWith(own.server, clinic, every(weekAgo(30), 400, [7]));
  });

  it('stays when newer readings arrive, although their hours are not kept any more', async () => {
    expect(await weeks()).toEqual([[30], from(43)]);
    await upload(own.server, person, every(weekAgo(1), 300, [8]));
    expect(await weeks()).toEqual([[1, 30], from(43)]);
    expect((await intervals(clinic, '(count: 53)'))(weekAgo(30))).toMatchObject({ averageGlucose: 7 });
  });

  it('is forgotten where a record changes whose hours are not kept any more', async () => {
    await upload(own.server, person, every(weekAgo(1), 300, [8]));
    await upload(own.server, person, every(weekAgo(25), 300, [8]));
    expect(await weeks()).toEqual([[1], from(25)]);
  });

  it('stays where a record changes in the last calculation that knows its hours', async () => {
    for (const each of [25, 1])
      await uploadedReadings(
        person,
        every(weekAgo(each), 300, [8]).map(({ time, value }) => reading(time, value)),
      );
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[1, 25, 30], from(43)]);
  });

  it('follows records that are deleted', async () => {
    const dataSetId = await upload(own.server, person, every(weekAgo(2), 300, [8]));
    await upload(own.server, person, every(weekAgo(4), 300, [8]));
    expect(await weeks()).toEqual([[2, 4, 30], from(43)]);
    await person.deleted(dataSetId);
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[4, 30], from(43)]);
    const between = await upload(own.server, person, every(weekAgo(3), 300, [8]));
    await upload(own.server, person, every(weekAgo(1), 300, [8]));
    expect(await weeks()).toEqual([[1, 3, 4, 30], from(43)]);
    await person.deleted(between);
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[1, 4, 30], from(43)]);
    await person.deletedAll();
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[], []]);
  });

  const calculatedByEarlierRelease = () =>
    own.database.transaction((manager) =>
      manager.query("UPDATE summaries SET version = 'of an earlier release' WHERE user_id = ?", [
        person.userId,
      ]),
    );

  it('does not count after a calculation by an earlier release beside other patients', async () => {
    await patientWith(own.server, clinic, every(weekAgo(1), 300, [9]));
    await calculatedByEarlierRelease();
    const found = await intervals(clinic, '(count: 53)');
    expect(found(weekAgo(30))).toMatchObject({ withData: 0, unknown: 2 });
    expect(found(weekAgo(1))).toMatchObject({ withData: 1, unknown: 1, averageGlucose: 9 });
  });

  it('does not count after a calculation by an earlier release, until the next one', async () => {
    await upload(own.server, person, every(weekAgo(1), 300, [8]));
    await calculatedByEarlierRelease();
    expect(await weeks()).toEqual([[], from(0)]);
    await recomputed(own.server, person);
    expect(await weeks()).toEqual([[1], from(14)]);
    await calculatedByEarlierRelease();
    await upload(own.server, person, every(weekAgo(3), 300, [8]));
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
