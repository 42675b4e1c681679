import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import type { SentRecord } from '../../../support/records';
import {
  day,
  getSummary,
  hour,
  minute,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';

import { waitFor } from '../../../support/wait-until';

/** These tests stop the clock, so the service runs in their own process. */
let own: OwnApp;

const { at, moveTo } = movedClock();

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
}, 120_000);

afterAll(() => own.close(), 120_000);

const types = ['cgm', 'bgm', 'con'];

/** A sensor and a meter reading at each of some instants. */
const atEach = (...instants: number[]): SentRecord[] =>
  instants.flatMap((time) => [reading(time), reading(time, 6, { type: 'smbg' })]);

async function newPersonWith(...instants: number[]): Promise<Person> {
  const person = await newPerson(own.server);
  await uploadedReadings(person, atEach(...instants));
  return person;
}

/** A property of a person's summaries, by type. */
async function ofEach<T>(person: Person, say: (person: Person, type: string) => Promise<T>) {
  const said: Record<string, T> = {};
  for (const type of types) said[type] = await say(person, type);
  return said;
}

const statuses = (person: Person) =>
  ofEach(person, async (of, type) => (await getSummary(own.server, of, type)).status);

/** The first and last counted record, and the number of records in the last day; null without a summary. */
const counted = (person: Person) =>
  ofEach(person, async (of, type) => {
    const summary = await recomputed(own.server, of, type);
    if (summary === null) return null;
    const { dates, periods } = summary;
    return [dates.firstData, dates.lastData, periods['1d'].total.records];
  });

const forAll = <T>(said: T) => Object.fromEntries(types.map((type) => [type, said]));

const twoYearsBefore = (instant: number): number => {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear() - 2, date.getUTCMonth(), date.getUTCDate()) + (instant % day);
};

describe.each([
  ['two years back', twoYearsBefore, -1],
  ['a day ahead', (instant: number) => instant + day, 1],
] as const)('%s', (_name, borderAt, beyond) => {
  const border = () => borderAt(Date.now());
  /** The result for a single reading at the boundary. */
  const onlyBorder = () => {
    const time = new Date(border()).toISOString();
    return { cgm: [time, time, 1], bgm: [time, time, 1], con: [time, time, 2] };
  };

  it('a record counts', async () => {
    const person = await newPersonWith(border());
    expect(await statuses(person)).toEqual(forAll(200));
    expect(await counted(person)).toEqual(onlyBorder());
  });

  it('no record counts a millisecond beyond', async () => {
    const person = await newPersonWith(border() + beyond);
    expect(await statuses(person)).toEqual(forAll(404));
    expect(await counted(person)).toEqual(forAll(null));
  });

  it('records beyond do not affect records within, whether they are sent with them or later', async () => {
    const person = await newPersonWith(border() + beyond, border());
    expect(await counted(person)).toEqual(onlyBorder());
    const other = await newPersonWith(border());
    await counted(other);
    await uploadedReadings(other, atEach(border() + beyond));
    expect(await counted(other)).toEqual(onlyBorder());
  });
});

it('a record too far in the future counts once it no longer is', async () => {
  const now = Date.now();
  const person = await newPersonWith(now, now + day + 1);
  expect((await recomputed(own.server, person)).dates.lastData).toBe(new Date(now).toISOString());
  moveTo(1);
  await uploadedReadings(person, [reading(now - hour)]);
  const { lastData } = (await recomputed(own.server, person)).dates;
  expect(lastData).toBe(new Date(now + day + 1).toISOString());
});

const meter = { type: 'smbg' };

it('a record beyond two years in the same hour is no reason to calculate', async () => {
  const person = await newPersonWith(Date.now());
  const { dates } = await recomputed(own.server, person);
  await uploadedReadings(person, [reading(twoYearsBefore(Date.now()) - 1)]);
  expect((await getSummary(own.server, person)).body.dates).toEqual(dates);
});

it('records too far in the future are remembered once, however often summaries are calculated', async () => {
  const now = Date.now();
  const person = await newPersonWith(now, now + day + minute);
  await uploadedReadings(person, atEach(now + day + 2 * minute));
  for (const hours of [1, 2, 3]) {
    await uploadedReadings(person, atEach(now - hours * hour));
    await ofEach(person, (of, type) => recomputed(own.server, of, type));
  }
  const query = 'SELECT summary_type FROM glucose_changes WHERE user_id = ?';
  expect(await own.database.reader.query(query, [person.userId])).toHaveLength(2 * types.length);
});

it.each([
  ['sensor', meter, {}],
  ['meter', {}, meter],
])(
  'continuous records ahead of the clock count one after the other, also if a %s is last',
  async (_of, kind, last) => {
    const now = Date.now();
    const times = [0.5, 3, 5].map((minutes) => now + day + minutes * minute);
    const person = await newPersonWith(now);
    await uploadedReadings(
      person,
      times.map((time, index) => reading(time, 6, index === 2 ? last : kind)),
    );
    const shown: string[] = [];
    for (const minutes of [0, 1, 4, 6]) {
      moveTo(minutes);
      shown.push((await recomputed(own.server, person, 'con')).dates.lastData as string);
    }
    expect(shown).toEqual([now, ...times].map((time) => new Date(time).toISOString()));
  },
);

it.each([
  ['sensor', {}, meter],
  ['meter', meter, {}],
])('continuous data of an hour begins with that of a %s if it was first', async (_of, first, last) => {
  const start = recentHour();
  const person = await newPerson(own.server);
  const times = [start + 10 * minute, start + 40 * minute] as const;
  await uploadedReadings(person, [reading(times[0], 6, first), reading(times[1], 6, last)]);
  const { firstData, lastData } = (await recomputed(own.server, person, 'con')).dates;
  expect([firstData, lastData]).toEqual(times.map((time) => new Date(time).toISOString()));
});

describe('a record too far in the future counts automatically when its time comes', () => {
  /** Continues background work that other tests have postponed by moving the clock. */
  const letTasksRun = async () => {
    const token = await newServerToken(own.server);
    const tasks: Json[] = accepted(await api(own.server).get('/v1/tasks', { token }));
    const body = { availableTime: new Date().toISOString() };
    for (const { id, type } of tasks)
      if (type.includes('.summary.update.'))
        accepted(await api(own.server).put(`/v1/tasks/${id}`, { token, body }));
  };

  /** Waits until the background work has updated summaries up to a record. */
  const counts = (person: Person, last: number) =>
    waitFor('the record to count', async () => {
      await letTasksRun();
      const found = await ofEach(person, async (of, type) => {
        const { body } = await getSummary(own.server, of, type);
        return body.dates?.lastData as string | undefined;
      });
      return types.every((type) => found[type] === new Date(last).toISOString()) ? true : undefined;
    });

  it('also after a summary was calculated without it, one record after the other', async () => {
    const now = Date.now();
    const [first, second] = [now + day + 30_000, now + day + 3 * minute];
    const person = await newPersonWith(now, second, first);
    const before = { cgm: 200, bgm: 200, con: 200 };
    for (let times = 0; times < 2; times += 1)
      expect((await recomputed(own.server, person)).dates.lastData).toBe(new Date(now).toISOString());
    expect(await statuses(person)).toEqual(before);
    moveTo(1);
    await counts(person, first);
    moveTo(4);
    await counts(person, second);
    expect((await getSummary(own.server, person)).body.dates.lastUpdatedReason).toEqual(['DATA_ADDED']);
  });

  it('also if one that comes later was known before', async () => {
    const now = Date.now();
    const [first, second] = [now + day + 30_000, now + day + 3 * minute];
    const person = await newPersonWith(now, second);
    await ofEach(person, (of, type) => recomputed(own.server, of, type));
    await uploadedReadings(person, [...atEach(now - hour), ...atEach(first)]);
    const shown = await ofEach(
      person,
      async (of, type) => (await recomputed(own.server, of, type)).dates.lastData as string,
    );
    expect(shown).toEqual(forAll(new Date(now).toISOString()));
    moveTo(1);
    await counts(person, first);
  });

  it('also after the record beside it that counted was deleted', async () => {
    const now = Date.now();
    const person = await newPerson(own.server);
    const counting = atEach(now).map((record) => ({ ...record, origin: { id: 'counting' } }));
    const dataSetId = await uploadedReadings(person, [...counting, ...atEach(now + day + minute)]);
    await person.deleteData(dataSetId, [{ origin: { id: 'counting' } }]);
    expect(await counted(person)).toEqual(forAll(null));
    moveTo(2);
    await counts(person, now + day + minute);
  });

  it('without other records', async () => {
    const ahead = Date.now() + day + minute;
    const person = await newPersonWith(ahead);
    expect(await recomputed(own.server, person)).toBeNull();
    moveTo(0.5);
    expect(await statuses(person)).toEqual(forAll(404));
    moveTo(2);
    await counts(person, ahead);
  });
});

it('a record is late from a day after its time on, and stays timely if others follow', async () => {
  const now = Date.now();
  const person = await newPersonWith(now, now - day + 1, now - day);
  const shares = async () => {
    const { realtime, deferred, total } = (await recomputed(own.server, person, 'con')).periods['7d'];
    return [realtime, deferred, total].map(({ records, percent }: Json) => [records, percent]);
  };
  const inTimeAndLate = (realtime: number, deferred: number) => {
    const all = realtime + deferred;
    return [
      [realtime, realtime / all],
      [deferred, deferred / all],
      [all, 0],
    ];
  };
  expect(await shares()).toEqual(inTimeAndLate(4, 2));
  moveTo(1);
  await uploadedReadings(person, [reading(now - day + minute + 1), reading(now - day + minute)]);
  expect(await shares()).toEqual(inTimeAndLate(5, 3));
});

it('the last upload is the last change in an hour with records that count', async () => {
  const newest = recentHour() + 10 * minute;
  const person = await newPersonWith(newest);
  const dates = () =>
    ofEach(person, async (of, type) => (await recomputed(own.server, of, type)).dates.lastUploadDate);
  expect(await dates()).toEqual(forAll(at(0)));
  const body = { deduplicator: deduplicator('dataset.delete.origin') };
  const dataSetId = await person.openedContinuous(body);
  const later = atEach(newest + 5 * minute).map((record) => ({ ...record, origin: { id: 'later' } }));
  moveTo(1);
  await person.uploaded(dataSetId, later);
  expect(await dates()).toEqual(forAll(at(1)));
  moveTo(2);
  await uploadedReadings(person, atEach(newest - 60 * day));
  expect(await dates()).toEqual(forAll(at(1)));
  moveTo(3);
  // The deleted readings are kept as archived.
  await person.deleteData(dataSetId, [{ origin: { id: 'later' } }]);
  expect(await dates()).toEqual(forAll(at(3)));
  moveTo(4);
  await uploadedReadings(person, atEach(newest - 40 * day));
  expect(await dates()).toEqual(forAll(at(4)));
});
