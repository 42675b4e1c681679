import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { expectMadeOf, summaryTypes } from '../../../support/same-summaries';
import {
  day,
  hour,
  hoursOfEarlierRelease,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';
import { pauseSummaries } from '../../../support/summary-tasks';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  await pauseSummaries(own.server);
});
afterAll(() => own.close());

const newest = recentHour();
const measured = (age: number) => [reading(newest - age), reading(newest - age, 7, { type: 'smbg' })];

const calculate = async (person: Person): Promise<void> => {
  for (const type of summaryTypes) await recomputed(own.server, person, type);
};

const change = (sql: string, parameters: unknown[]) =>
  own.database.transaction((manager) => manager.query(sql, parameters));

/** The number of rows that are kept of a person, by table; only of tables with some. */
async function kept({ userId }: Person): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of ['summaries', 'summary_days', 'summary_intervals', 'summary_buckets']) {
    const rows = await own.database.reader.query(`SELECT user_id FROM ${table} WHERE user_id = ?`, [userId]);
    if (rows.length > 0) counts.push([table, rows.length]);
  }
  return Object.fromEntries(counts);
}

/** Stores hours as an earlier release did. */
async function keepEarlierHours({ userId }: Person): Promise<void> {
  const hours = [0, 1].map((age) => newest - age * hour);
  for (const [sql, parameters] of hoursOfEarlierRelease(userId, hours, { newest: null, modified: newest }))
    await change(sql, parameters);
}

it('after a change of the calculation, summaries are made of all records, though only some have changed', async () => {
  const person = await newPerson(own.server);
  const [last, late, more] = [measured(0), measured(2 * day), measured(9 * day)];
  await uploadedReadings(person, last);
  const deleted = await uploadedReadings(person, measured(5 * day));
  await calculate(person);
  await change('UPDATE summaries SET schema_version = 5 WHERE user_id = ?', [person.userId]);
  await person.deleted(deleted);
  await uploadedReadings(person, late);
  await expectMadeOf(own.server, person, [...last, ...late]);
  await uploadedReadings(person, more);
  await expectMadeOf(own.server, person, [...last, ...late, ...more]);
});

it('after a change of the calculation, weeks and months without changes are calculated again, too', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, [...measured(0), ...measured(9 * day)]);
  await recomputed(own.server, person);
  const query = 'SELECT readings FROM summary_intervals WHERE user_id = ? ORDER BY span, start';
  const read = () => own.database.reader.query(query, [person.userId]);
  const calculated = await read();
  await change('UPDATE summary_intervals SET readings = 7 WHERE user_id = ?', [person.userId]);
  await change('UPDATE summaries SET schema_version = 5 WHERE user_id = ?', [person.userId]);
  await recomputed(own.server, person);
  expect(await read()).toEqual(calculated);
});

it('what was made of values that count no more is calculated again', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, [...measured(0), ...measured(9 * day)]);
  const { periods } = await recomputed(own.server, person);
  for (const [name, value] of [
    ['max', 1e155],
    ['min', -1e155],
  ] as const) {
    const counted = JSON.stringify({ periods: { ...periods, '30d': { ...periods['30d'], [name]: value } } });
    await change('UPDATE summaries SET content = ? WHERE user_id = ?', [counted, person.userId]);
    await change('UPDATE summary_days SET figures = ? WHERE user_id = ?', [Buffer.alloc(0), person.userId]);
    expect((await recomputed(own.server, person)).periods).toEqual(periods);
  }
});

it('hours that an earlier release has kept are deleted with the first calculation', async () => {
  const [withData, without] = [await newPerson(own.server), await newPerson(own.server)];
  await uploadedReadings(withData, measured(0));
  for (const person of [withData, without]) {
    await keepEarlierHours(person);
    expect(await kept(person)).toEqual({ summaries: 1, summary_buckets: 2 });
    await recomputed(own.server, person, 'con');
  }
  expect(await kept(withData)).toEqual({ summaries: 1, summary_days: 1 });
  expect(await kept(without)).toEqual({});
});

it('nothing is kept when all records or the account are deleted', async () => {
  const [person, former] = [await newPerson(own.server), await newPerson(own.server)];
  const dataSetId = await uploadedReadings(person, measured(0));
  await calculate(person);
  expect(Object.keys(await kept(person))).toEqual(['summaries', 'summary_days', 'summary_intervals']);
  await person.deleted(dataSetId);
  await calculate(person);
  expect(await kept(person)).toEqual({});

  await keepEarlierHours(former);
  const { token, password, userId } = former;
  const answer = await api(own.server).delete(`/auth/user/${userId}`, { token, body: { password } });
  expect(answer.status).toBe(202);
  await waitFor('all to be gone', async () => Object.keys(await kept(former)).length === 0 || undefined);
});
