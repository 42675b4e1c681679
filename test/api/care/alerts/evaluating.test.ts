import { allEvaluated, newFollower, readWatch, readingBefore, uploading } from '../../../support/alerts';
import { api } from '../../../support/api';
import { legacyCbg } from '../../../support/legacy-records';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import type { SentRecord } from '../../../support/records';
import { permissionSet, share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;

const { moveTo, at } = movedClock();
const minute = 60_000;
const mmolL = (value: number) => ({ value, units: 'mmol/L' });
const low = (fields: object = {}) => ({ low: { enabled: true, threshold: mmolL(4), ...fields } });
const urgentLow = { urgentLow: { enabled: true, threshold: mmolL(3) } };

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

/** A reading a number of minutes ago, in mmol/L. */
const reading = (minutesAgo: number, value: number) => readingBefore(Date.now(), minutesAgo, value);

const loop = (minutesAgo: number, reason = 'loop'): SentRecord => ({
  type: 'dosingDecision',
  reason,
  units: { bg: 'mg/dL', carb: 'grams', insulin: 'Units' },
  time: new Date(Date.now() - minutesAgo * minute).toISOString(),
});

describe('a follower', () => {
  it('is notified of an uploaded reading, with the time on record', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const upload = await uploading(own, follower);
    await upload(reading(1, 3.1));
    expect(await follower.notifications()).toEqual([]);
    await upload(reading(0, 3));
    const now = new Date().toISOString();
    expect(await follower.notifications()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        followedId: follower.followed.userId,
        kind: 'URGENT_LOW',
        message: 'Glucose reading below urgent low threshold',
        createdTime: now,
        deliveredTime: now,
        error: null,
      },
    ]);
    const { urgentLow: activity } = await follower.activity();
    const sentTime = at(1 / minute);
    expect(activity).toEqual({ triggeredTime: now, sentTime, resolvedTime: null });
    moveTo(5);
    await upload(reading(0, 5));
    expect((await follower.activity()).urgentLow.resolvedTime).toBe(new Date().toISOString());
  });

  it('is notified again of each urgent low, but not twice of one reading', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const upload = await uploading(own, follower);
    const first = reading(0, 2.9);
    await upload(first);
    moveTo(1);
    await upload(first);
    await follower.configure(urgentLow);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    moveTo(5);
    await upload(reading(0, 2.9));
    expect(await follower.told()).toEqual(['URGENT_LOW', 'URGENT_LOW']);
  });

  it('gets one notification per evaluation, for the most urgent alert, in the words that apps know', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({
      ...urgentLow,
      ...low(),
      high: { enabled: true, threshold: { value: 180, units: 'mg/dL' } },
      notLooping: { enabled: true, delay: 40 },
    });
    await allEvaluated(own.database);
    const upload = await uploading(own, follower);
    moveTo(6);
    await upload(loop(0), reading(0, 2));
    moveTo(12);
    await upload(reading(0, 3.5));
    moveTo(18);
    await upload(reading(0, 12));
    moveTo(60);
    await upload(loop(1, 'simpleBolus'), reading(0, 12));
    expect((await follower.notifications()).map(({ kind, message }) => [kind, message])).toEqual([
      ['NOT_LOOPING', 'Loop is not able to loop'],
      ['URGENT_LOW', 'Glucose reading below urgent low threshold'],
      ['LOW', 'Glucose reading below low threshold'],
      ['HIGH', 'Glucose reading above high threshold'],
      ['NOT_LOOPING', 'Loop is not able to loop'],
    ]);
  });

  const high = (fields: object) => ({
    high: { enabled: true, threshold: { value: 180, units: 'mg/dL' }, ...fields },
  });
  const steps = [0, 5, 9, 10, 20, 25, 26, 41, 42];
  const always = (value: number) => steps.map((m): [number, number] => [m, value]);
  const twice = (value: number) => [0, 5, 10, 15, 20].map((m): [number, number] => [m, m === 10 ? 6 : value]);
  const inRange = (...minutes: number[]) => minutes.map((m): [number, number] => [m, 6]);

  it.each<[what: string, section: object, readings: [minute: number, mmolL: number][], toldAt: number[]]>([
    ['an urgent low, with every reading', urgentLow, always(2.9), steps],
    ['a low after the delay, repeated', low({ delay: 10, repeat: 15 }), always(3.9), [10, 26, 42]],
    ['a low once while it lasts', low(), twice(3.9), [0, 15]],
    ['a high after the delay, repeated', high({ delay: 10, repeat: 15 }), always(12), [10, 26, 42]],
    ['a high once while it lasts', high({}), twice(12), [0, 15]],
    [
      'a loop that is missing for longer than the delay, again after each',
      { notLooping: { enabled: true, delay: 20 } },
      inRange(0, 20, 21, 41, 42),
      [21, 42],
    ],
    [
      'a loop without a delay after half an hour, again after five minutes',
      { notLooping: { enabled: true } },
      inRange(0, 30, 31, 36, 37),
      [31, 37],
    ],
  ])('is notified of %s', async (_what, section, readings, toldAt) => {
    const follower = await newFollower(own.server);
    const upload = await uploading(own, follower);
    await upload(loop(0));
    await follower.configure(section);
    await allEvaluated(own.database);
    const told: number[] = [];
    for (const [minutes, mmolL] of readings) {
      moveTo(minutes);
      const before = (await follower.told()).length;
      await upload(reading(0, mmolL));
      const after = (await follower.told()).length;
      told.push(...Array<number>(after - before).fill(minutes));
    }
    expect(told).toEqual(toldAt);
  });

  it('is notified of existing data when alerts are configured', async () => {
    const follower = await newFollower(own.server);
    const upload = await uploading(own, follower);
    await upload(reading(12, 3.5), reading(7, 3.5), reading(2, 3.5));
    await follower.configure(low({ delay: 12 }));
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['LOW']);
  });

  it('is not notified of future readings, old readings, and disabled alerts', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({ ...urgentLow, high: { threshold: mmolL(10) } });
    const upload = await uploading(own, follower);
    await upload(reading(-1, 2), reading(21, 2));
    moveTo(0.5);
    await upload(reading(0, 20));
    expect(await follower.told()).toEqual([]);
    expect((await follower.activity()).high).toBeNull();
  });

  it('is notified of only one data set if configured so', async () => {
    const bound = await newFollower(own.server);
    const { followed } = bound;
    const dataSets = [await followed.openedContinuous(), await followed.openedContinuous()] as const;
    await bound.configure({ uploadId: dataSets[0], ...urgentLow });
    const everything = await newFollower(own.server, followed);
    await everything.configure(urgentLow);
    await followed.uploaded(dataSets[1], [reading(0, 2)]);
    await allEvaluated(own.database);
    expect([await bound.told(), await everything.told()]).toEqual([[], ['URGENT_LOW']]);
    expect((await bound.activity()).urgentLow).toBeNull();
    moveTo(5);
    await followed.uploaded(dataSets[0], [reading(0, 2)]);
    await allEvaluated(own.database);
    expect(await bound.told()).toEqual(['URGENT_LOW']);
  });

  it('is not notified again because of another data set than the configured one', async () => {
    const follower = await newFollower(own.server);
    const { followed } = follower;
    const [chosen, other] = [await followed.openedContinuous(), await followed.openedContinuous()];
    await follower.configure({ uploadId: chosen, notLooping: { enabled: true, delay: 10 } });
    await allEvaluated(own.database);
    moveTo(11);
    for (const [dataSet, times] of [
      [other, 1],
      [chosen, 2],
    ] as const) {
      await followed.uploaded(dataSet, [reading(0, 5)]);
      await allEvaluated(own.database);
      expect(await follower.told()).toHaveLength(times);
    }
  });

  it('is notified of a normal data set once it is closed, and of legacy uploads', async () => {
    const follower = await newFollower(own.server);
    const { followed } = follower;
    await follower.configure(urgentLow);
    const dataSet = await followed.opened();
    await followed.uploaded(dataSet, [reading(0, 2)]);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual([]);
    await followed.closed(dataSet);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    moveTo(5);
    const time = new Date().toISOString();
    const legacy = (value: number) =>
      legacyCbg({ id: `${value}`, value, time, deviceTime: time.slice(0, 19) });
    // The first one is no reading.
    await followed.uploadedLegacy([legacy(-1e155)]);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    await followed.uploadedLegacy([legacy(2)]);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW', 'URGENT_LOW']);
  });

  it('is notified of one reading once, however many concurrent uploads contain it', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const { followed } = follower;
    const dataSets = await Promise.all([1, 2, 3, 4, 5, 6].map(() => followed.openedContinuous()));
    const record = reading(0, 2);
    await Promise.all(dataSets.map((dataSet) => followed.uploaded(dataSet, [record])));
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('is not notified without permission to follow, unlike others, and is notified of current data when it is granted again', async () => {
    const follower = await newFollower(own.server);
    const { followed } = follower;
    const other = await newFollower(own.server, followed);
    for (const each of [follower, other]) await each.configure(urgentLow);
    const upload = await uploading(own, follower);
    const path = `/access/${followed.userId}/${follower.userId}`;
    await api(own.server).post(path, {
      token: followed.token,
      body: permissionSet('view', 'upload', 'note'),
    });
    await upload(reading(0, 2));
    expect(await other.told()).toEqual(['URGENT_LOW']);
    await share(own.server, followed, follower, 'follow');
    expect(await follower.told()).toEqual([]);
    expect((await follower.activity()).urgentLow).toBeNull();
    moveTo(5);
    await upload(reading(0, 2));
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('starts afresh after a deleted configuration', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(low());
    const upload = await uploading(own, follower);
    await upload(reading(0, 3.5));
    const path = `/v1/users/${follower.followed.userId}/followers/${follower.userId}/alerts`;
    await api(own.server).delete(path, { token: follower.token });
    moveTo(5);
    await upload(reading(0, 3.5));
    await follower.configure(low());
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['LOW', 'LOW']);
  });
});

describe('a failed evaluation', () => {
  const rename = (from: string, to: string) =>
    own.database.transaction((manager) => manager.query(`ALTER TABLE ${from} RENAME TO ${to}`));

  it('is retried after 0, 1, 2, 3 and 5 seconds, with the data at that time', async () => {
    const follower = await newFollower(own.server);
    const upload = await uploading(own, follower);
    await upload(reading(0, 2));
    await rename('records', 'records_away');
    await follower.configure(urgentLow);
    const waits: number[] = [];
    // The second attempt comes without a move of the clock.
    for (const attempts of [2, 3, 4, 5]) {
      const dueTime = await waitFor('a failure', async () => {
        const watch = await readWatch(own, follower);
        return watch.attempts === attempts ? (watch.dueTime ?? 0) : undefined;
      });
      waits.push(dueTime - Date.now());
      if (attempts === 5) await rename('records_away', 'records');
      jest.setSystemTime(dueTime);
    }
    expect(waits).toEqual([1_000, 2_000, 3_000, 5_000]);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('is given up after the sixth attempt, until it is requested again', async () => {
    const follower = await newFollower(own.server);
    const upload = await uploading(own, follower);
    await upload(reading(0, 2));
    await rename('records', 'records_away');
    try {
      await follower.configure(urgentLow);
      await waitFor('the end of all attempts', async () => {
        const { dueTime, leaseTime } = await readWatch(own, follower);
        if (dueTime === null) return true;
        if (leaseTime === 0 && dueTime > Date.now()) jest.setSystemTime(dueTime);
        return undefined;
      });
    } finally {
      await rename('records_away', 'records');
    }
    expect(await follower.notifications()).toEqual([]);
    await follower.configure(urgentLow);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('applies configuration changes immediately, and uses only the new one once the failure is over', async () => {
    const follower = await newFollower(own.server);
    const upload = await uploading(own, follower);
    await upload(reading(0, 2));
    await rename('records', 'records_away');
    const failed = (times: number) =>
      waitFor(`failure ${times}`, async () => {
        const watch = await readWatch(own, follower);
        return watch.attempts >= times || undefined;
      });
    try {
      await follower.configure(urgentLow);
      await failed(2);
      // The third attempt would wait for a second; configuring does not.
      await Promise.all([1, 2, 3].map(() => follower.configure(urgentLow)));
      await failed(3);
      await follower.configure({ urgentLow: { ...urgentLow.urgentLow, enabled: false }, ...low() });
    } finally {
      await rename('records_away', 'records');
    }
    moveTo(1);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['LOW']);
    expect((await follower.activity()).urgentLow).toBeNull();
  });
});
