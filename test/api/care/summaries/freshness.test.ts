import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { legacyCbg, legacySmbg } from '../../../support/legacy-records';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { changeBetweenSteps } from '../../../support/read-steps';
import {
  day,
  getSummary,
  hour,
  minute,
  reading,
  readings,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';
import { pauseSummaries, putOff, updateTasks } from '../../../support/summary-tasks';
import { waitFor } from '../../../support/wait-until';

const types = ['cgm', 'bgm', 'con'];

/** A server whose background work on summaries is paused until a test continues it. */
let own: OwnApp;
let serverToken: string;

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  serverToken = await newServerToken(own.server);
  await pauseSummaries(own.server);
});
afterAll(() => own.close());

/** Why each summary of a person is outdated; null if there is none. */
async function reasonsOf(person: Person): Promise<Record<string, string[] | null>> {
  const reasons: Record<string, string[] | null> = {};
  for (const type of types) {
    const { status, body } = await getSummary(own.server, person, type);
    reasons[type] = status === 404 ? null : [...body.dates.outdatedReason].sort();
  }
  return reasons;
}

const recomputeAll = async (person: Person) => {
  for (const type of types) await recomputed(own.server, person, type);
};

const smbg = (time: number) => reading(time, 6, { type: 'smbg' });

describe('a summary is outdated', () => {
  it('once immediately visible records are added', async () => {
    const person = await newPerson(own.server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [
      { ...reading(recentHour()), type: 'food', units: undefined, value: undefined },
    ]);
    expect(await reasonsOf(person)).toEqual({ cgm: null, bgm: null, con: null });
    await person.uploaded(dataSetId, [reading(Date.now() - 800 * day), reading(Date.now() + 2 * day)]);
    expect(await reasonsOf(person)).toEqual({ cgm: null, bgm: null, con: null });
    await person.uploaded(dataSetId, [reading(recentHour())]);
    expect(await reasonsOf(person)).toEqual({ cgm: ['DATA_ADDED'], bgm: null, con: ['DATA_ADDED'] });
    await person.uploaded(dataSetId, [smbg(recentHour())]);
    expect(await reasonsOf(person)).toMatchObject({ bgm: ['DATA_ADDED'] });
  });

  it('once a data set is closed, whatever it contains', async () => {
    const person = await newPerson(own.server);
    const dataSetId = await person.opened({});
    await person.uploaded(dataSetId, [reading(recentHour())]);
    expect(await reasonsOf(person)).toEqual({ cgm: null, bgm: null, con: null });
    await person.closed(dataSetId);
    const completed = ['UPLOAD_COMPLETED'];
    expect(await reasonsOf(person)).toEqual({ cgm: completed, bgm: completed, con: completed });
    expect((await recomputed(own.server, person)).periods['1d'].total.records).toBe(1);
    expect(await recomputed(own.server, person, 'bgm')).toBeNull();
    expect(await reasonsOf(person)).toEqual({ cgm: [], bgm: null, con: completed });
  });

  it('once legacy records are added, later if more may follow', async () => {
    const person = await newPerson(own.server);
    const from = recentHour() - 1_000 * 5 * minute;
    const old = (time: number) => legacyCbg({ time: new Date(time).toISOString(), deviceId: 'd' });
    await person.uploadedLegacy(Array.from({ length: 1_000 }, (_, index) => old(from + index * 5 * minute)));
    const first = (await getSummary(own.server, person)).body.dates;
    expect(first.outdatedReason).toEqual(['LEGACY_DATA_ADDED']);
    const wait = Date.parse(first.outdatedSince) - Date.now();
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThanOrEqual(90_000);
    await person.uploadedLegacy([
      old(recentHour()),
      legacySmbg({ time: new Date(recentHour()).toISOString() }),
    ]);
    expect(await reasonsOf(person)).toEqual({
      cgm: ['LEGACY_DATA_ADDED', 'LEGACY_UPLOAD_COMPLETED'],
      bgm: ['LEGACY_UPLOAD_COMPLETED'],
      con: null,
    });
    expect((await getSummary(own.server, person)).body.dates.outdatedSince).toBe(first.outdatedSince);
    expect((await recomputed(own.server, person)).periods['30d'].total.records).toBe(1_001);
  });

  it('once records, a data set or all data are deleted', async () => {
    const person = await newPerson(own.server);
    const deleted = ['DATA_DELETED'];
    const all = { cgm: deleted, bgm: deleted, con: deleted };
    const at = recentHour();
    const dataSetId = await uploadedReadings(person, [
      reading(at - minute * 10, 4, { origin: { id: 'first' } }),
      reading(at, 6, { origin: { id: 'second' } }),
      smbg(at),
    ]);
    const other = await uploadedReadings(person, [reading(at - 2 * day, 9), smbg(at - 2 * day)]);
    await recomputeAll(person);
    await person.deleteData(dataSetId, [{ origin: { id: 'second' } }]);
    expect(await reasonsOf(person)).toEqual(all);
    const { dates } = await recomputed(own.server, person);
    expect(dates.lastData).toBe(new Date(at - minute * 10).toISOString());
    await recomputeAll(person);
    await person.deleted(other);
    expect(await reasonsOf(person)).toEqual(all);
    expect((await recomputed(own.server, person)).periods['30d'].total.records).toBe(1);
    await recomputeAll(person);
    const body = accepted(
      await api(own.server).get(`/v1/summaries/cgm/${person.userId}`, { token: serverToken }),
    );
    expect(body.dates.outdatedReason).toEqual([]);
    accepted(await api(own.server).delete(`/v1/users/${person.userId}/data`, { token: serverToken }));
    expect(await reasonsOf(person)).toEqual(all);
    await recomputeAll(person);
    expect(await reasonsOf(person)).toEqual({ cgm: null, bgm: null, con: null });
  });

  it('once a closed data set destroys those of the same device before it', async () => {
    const person = await newPerson(own.server);
    const body = { deviceId: 'd', deduplicator: deduplicator('device.truncate.dataset') };
    const at = recentHour();
    const ofDevice = (time: number, value: number, fields = {}) =>
      reading(time, value, { deviceId: 'd', ...fields });
    const continuous = await person.openedContinuous({ deviceId: 'd' });
    await person.uploaded(continuous, [ofDevice(at, 4), ofDevice(at, 4, { type: 'smbg' })]);
    await uploadedReadings(person, [reading(at - 10 * minute, 5, { deviceId: 'another' })]);
    await recomputeAll(person);
    const next = await person.opened(body);
    await person.uploaded(next, [ofDevice(at - hour, 9)]);
    expect(await reasonsOf(person)).toEqual({ cgm: [], bgm: [], con: [] });
    await person.closed(next);
    const completed = ['UPLOAD_COMPLETED'];
    expect(await reasonsOf(person)).toEqual({ cgm: completed, bgm: completed, con: completed });
    const { dates, periods } = await recomputed(own.server, person);
    expect(dates.lastData).toBe(new Date(at - 10 * minute).toISOString());
    expect(periods['1d']).toMatchObject({ total: { records: 2 }, min: 5, max: 9 });
    expect(await recomputed(own.server, person, 'bgm')).toBeNull();
    expect((await recomputed(own.server, person, 'con')).periods['1d'].total.records).toBe(1);
  });

  it('since the first change, with each reason once', async () => {
    const person = await newPerson(own.server);
    const dataSetId = await uploadedReadings(person, [reading(recentHour())]);
    const { body } = await getSummary(own.server, person);
    expect(body).toMatchObject({ periods: {}, config: { schemaVersion: 6 } });
    expect(Object.keys(body.dates).sort()).toEqual(['lastUpdatedReason', 'outdatedReason', 'outdatedSince']);
    await person.uploaded(dataSetId, [reading(recentHour() + minute)]);
    await person.deleteData(dataSetId, [{ id: '0'.repeat(32) }]);
    const { dates, id } = (await getSummary(own.server, person)).body;
    expect({ id, since: dates.outdatedSince, reasons: dates.outdatedReason }).toEqual({
      id: body.id,
      since: body.dates.outdatedSince,
      reasons: ['DATA_ADDED', 'DATA_DELETED'],
    });
    const calculated = await recomputed(own.server, person);
    expect(calculated.id).toBe(id);
    expect(calculated.dates.lastUpdatedReason).toEqual(['DATA_ADDED', 'DATA_DELETED']);
    expect(calculated.dates.outdatedSince).toBeUndefined();
  });

  it.each([1, 2])('after a calculation before whose statement %i records were added', async (place) => {
    const person = await newPerson(own.server);
    const dataSetId = await uploadedReadings(person, [reading(recentHour())]);
    await recomputed(own.server, person);
    await person.uploaded(dataSetId, [reading(recentHour() + 10 * minute)]);
    const later = [reading(recentHour() - 30 * hour, 7), reading(recentHour() + 20 * minute, 8)];
    const meanwhile = changeBetweenSteps(own.database, place, () => person.uploaded(dataSetId, later));
    try {
      await recomputed(own.server, person);
      expect(meanwhile).toHaveBeenCalled();
    } finally {
      meanwhile.mockRestore();
    }
    expect(await reasonsOf(person)).toMatchObject({ cgm: ['DATA_ADDED'] });
    const { periods } = await recomputed(own.server, person);
    expect(periods['30d']).toMatchObject({ total: { records: 4 }, max: 8 });
    expect(await reasonsOf(person)).toMatchObject({ cgm: [] });
  });

  it('after a change of the calculation, and is then recalculated', async () => {
    const person = await newPerson(own.server);
    await uploadedReadings(person, [reading(recentHour())]);
    const { periods } = await recomputed(own.server, person);
    await own.database.transaction(async (manager) => {
      await manager.query('UPDATE summaries SET schema_version = 5 WHERE user_id = ? AND summary_type = ?', [
        person.userId,
        'cgm',
      ]);
      await manager.query("UPDATE summary_days SET figures = '' WHERE user_id = ?", [person.userId]);
    });
    const path = '/v1/summaries/migratable/cgm?size=1000';
    expect(accepted(await api(own.server).get(path, { token: serverToken }))).toContain(person.userId);
    expect((await recomputed(own.server, person)).periods).toEqual(periods);
    expect(accepted(await api(own.server).get(path, { token: serverToken }))).not.toContain(person.userId);
  });
});

it('is marked and recalculated in the background after a change of the calculation', async () => {
  const [older, newer, stale] = [
    await newPerson(own.server),
    await newPerson(own.server),
    await newPerson(own.server),
  ];
  const made = async (person: Person) => {
    await uploadedReadings(person, [smbg(recentHour())]);
    return recomputed(own.server, person, 'bgm');
  };
  const before = await made(older);
  await made(newer);
  await made(stale);
  await uploadedReadings(stale, [smbg(recentHour() - hour)]);
  await own.database.transaction((manager) =>
    manager.query("UPDATE summaries SET schema_version = 5 WHERE summary_type = 'bgm'"),
  );
  const asServer = { token: serverToken };
  const path = '/v1/summaries/migratable/bgm';
  const listed: string[] = accepted(await api(own.server).get(`${path}?size=1000`, asServer));
  expect(listed).not.toContain(stale.userId);
  const places = [older, newer].map(({ userId }) => listed.indexOf(userId));
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect(places[1]).toBeGreaterThan(places[0] as number);
  expect(accepted(await api(own.server).get(`${path}?size=1&page=2`, asServer))).toEqual(listed.slice(0, 1));
  for (const query of ['?size=0', '?size=1001', '?size=x'])
    expect((await api(own.server).get(`${path}${query}`, asServer)).status).toBe(400);

  const tasks: Json[] = accepted(await api(own.server).get('/v1/tasks', asServer));
  const migration = tasks.filter(({ type }) => type.endsWith('.summary.migrate.bgm'));
  expect(migration).toMatchObject([{ data: { minInterval: 300, maxInterval: 300, batch: 500 } }]);
  await putOff(own.server, migration, new Date().toISOString());
  await waitFor('the mark', async () => {
    const { bgm } = await reasonsOf(older);
    return bgm?.includes('SCHEMA_MIGRATION') || undefined;
  });
  expect(accepted(await api(own.server).get(path, asServer))).not.toContain(older.userId);
  const again = await recomputed(own.server, older, 'bgm');
  expect(again).toEqual({
    ...before,
    dates: {
      ...before.dates,
      lastUpdatedDate: again.dates.lastUpdatedDate,
      lastUpdatedReason: ['SCHEMA_MIGRATION'],
    },
  });
});

it('is deleted with its account, with everything it was calculated from', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, [reading(recentHour())]);
  await recomputed(own.server, person);
  const kept = async () => {
    const tables = ['summaries', 'summary_days', 'summary_intervals', 'glucose_changes'];
    const rows = tables.map((table) =>
      own.database.reader.query(`SELECT user_id FROM ${table} WHERE user_id = ?`, [person.userId]),
    );
    return (await Promise.all(rows)).flat().length;
  };
  expect(await kept()).toBeGreaterThan(3);
  const { token, password } = person;
  const answer = await api(own.server).delete(`/auth/user/${person.userId}`, { token, body: { password } });
  expect(answer.status).toBe(202);
  await waitFor('all to be gone', async () => ((await kept()) === 0 ? true : undefined));
  const asServer = await api(own.server).get(`/v1/summaries/cgm/${person.userId}`, { token: serverToken });
  expect(asServer.status).toBe(404);
});

it('is unchanged if it is calculated again without changed records', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, readings(recentHour(), 6));
  const first = await recomputed(own.server, person);
  const empty = await person.opened({});
  await person.closed(empty);
  const marked = (await getSummary(own.server, person)).body;
  expect(marked.dates.outdatedReason).toEqual(['UPLOAD_COMPLETED']);
  expect(await recomputed(own.server, person)).toEqual(first);
  expect(await recomputed(own.server, person)).toEqual(first);
});

it('is listed for trusted servers while it is outdated, longest outdated first', async () => {
  const list = (query = '', type = 'bgm') =>
    api(own.server).get(`/v1/summaries/outdated/${type}${query}`, { token: serverToken });
  const [first, second] = [await newPerson(own.server), await newPerson(own.server)];
  for (const person of [first, second]) await uploadedReadings(person, [smbg(recentHour())]);
  const sinceOf = async (person: Person) =>
    (await getSummary(own.server, person, 'bgm')).body.dates.outdatedSince as string;
  const { userIds, start, end } = accepted(await list('?size=1000&page=3'));
  const places = [first, second].map(({ userId }) => userIds.indexOf(userId));
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect(places[1]).toBeGreaterThan(places[0] as number);
  expect(end).toBe(await sinceOf(second));
  expect(start <= (await sinceOf(first))).toBe(true);
  expect(accepted(await list('?size=1')).userIds).toHaveLength(1);
  for (const query of ['?size=0', '?size=1001', '?size=x', '?size='])
    expect((await list(query)).status).toBe(400);
  expect((await list('', 'xgm')).status).toBe(400);
  for (const { userId } of [first, second])
    accepted(await api(own.server).post(`/v1/summaries/bgm/${userId}`, { token: serverToken }));
  expect(accepted(await list('?size=1000')).userIds).not.toContain(first.userId);
  expect(accepted(await list('', 'cgm')).userIds.length).toBeGreaterThanOrEqual(0);
});

it('is updated in the background', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, [reading(recentHour())]);
  const tasks = await updateTasks(own.server);
  const usual = { priority: 5, data: { minInterval: 20, maxInterval: 30, batch: 250 } };
  for (const task of tasks) expect(task).toMatchObject({ ...usual, name: task.type });
  await putOff(own.server, tasks, new Date().toISOString());
  const fresh = await waitFor('a calculation', async () => {
    const { dates, periods } = (await getSummary(own.server, person)).body;
    return dates.outdatedSince === undefined ? periods : undefined;
  });
  expect(fresh['1d'].total.records).toBe(1);
});
