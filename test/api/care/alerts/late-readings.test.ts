import { changeWatch, newFollower, readWatch, readingBefore, uploading } from '../../../support/alerts';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;

const { moveTo } = movedClock();
const threshold = { value: 4, units: 'mmol/L' };
const urgentLow = { urgentLow: { enabled: true, threshold } };
const repeatedLow = { low: { enabled: true, threshold, delay: 120, repeat: 15 } };

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

/** A reading a number of minutes ago, in mmol/L. */
const reading = (minutesAgo: number, value: number) => readingBefore(Date.now(), minutesAgo, value);

describe('a follower whose data arrives late', () => {
  it('is notified of each newer urgent low, but not of older ones', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const upload = await uploading(own, follower);
    const told: number[] = [];
    for (const minutesAgo of [12, 7, 9, 2, 2, 4]) {
      await upload(reading(minutesAgo, 2.5));
      told.push((await follower.told()).length);
    }
    expect(told).toEqual([1, 2, 2, 3, 3, 3]);
    expect(Object.keys((await follower.activity()).urgentLow)).toEqual([
      'triggeredTime',
      'sentTime',
      'resolvedTime',
    ]);
  });

  it('is notified of a low again after each repetition', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(repeatedLow);
    const upload = await uploading(own, follower);
    await upload(reading(121, 3), reading(110, 3), reading(90, 3));
    expect(await follower.told()).toEqual(['LOW']);
    moveTo(15);
    await upload(reading(80, 3));
    expect(await follower.told()).toEqual(['LOW']);
    moveTo(16);
    await upload(reading(75, 3));
    expect(await follower.told()).toEqual(['LOW', 'LOW']);
  });

  it('is notified of the next low, also when the readings between the two arrive together with it', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({ low: { enabled: true, threshold } });
    const upload = await uploading(own, follower);
    await upload(reading(60, 3.5), reading(15, 3.5));
    expect(await follower.told()).toEqual(['LOW']);
    await upload(reading(10, 6), reading(7, 6.5), reading(5, 3.2));
    expect(await follower.told()).toEqual(['LOW', 'LOW']);
    moveTo(60);
    const next = Array.from({ length: 6 }, (_each, index) => reading(25 - 5 * index, 3.3));
    await upload(reading(40, 6), reading(35, 6), ...next);
    expect(await follower.told()).toEqual(['LOW', 'LOW', 'LOW']);
    await upload(reading(0, 3.1));
    expect(await follower.told()).toEqual(['LOW', 'LOW', 'LOW']);
  });

  it('is notified once of what an earlier release has notified them of', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const upload = await uploading(own, follower);
    const first = reading(0, 2.5);
    await upload(first);
    const { triggered, sent } = (await readWatch(own, follower)).activity.urgentLow ?? {};
    await changeWatch(own, follower, { activity: { urgentLow: { triggered, sent } } });
    moveTo(1);
    await upload(first);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    await upload(reading(0, 2.5));
    expect(await follower.told()).toEqual(['URGENT_LOW', 'URGENT_LOW']);
  });
});
