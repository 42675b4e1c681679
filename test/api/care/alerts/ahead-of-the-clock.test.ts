import { allEvaluated, newFollower, readingBefore, uploading } from '../../../support/alerts';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { basal, type SentRecord } from '../../../support/records';
import { waitFor } from '../../../support/wait-until';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;

const { moveTo, at } = movedClock();
const minute = 60_000;
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

/** A reading a number of minutes ahead, in mmol/L. */
const reading = (minutesAhead: number, value: number) => readingBefore(Date.now(), -minutesAhead, value);

const loop = (minutesAhead: number): SentRecord => ({
  type: 'dosingDecision',
  reason: 'loop',
  units: { bg: 'mg/dL', carb: 'grams', insulin: 'Units' },
  time: new Date(Date.now() + minutesAhead * minute).toISOString(),
});

describe('a follower of a person whose device clock is ahead', () => {
  it('is notified of a reading ahead of the clock once its time comes', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({ ...urgentLow, noCommunication: { enabled: true, delay: 6 } });
    const upload = await uploading(own, follower);
    await upload(reading(0, 5), reading(10, 5), reading(8, 2.9));
    moveTo(4);
    await upload(basal({ time: new Date().toISOString(), deviceId: 'd' }));
    expect(await follower.told()).toEqual([]);
    // Silence is checked now, even if the service has checked it when it was configured.
    moveTo(7);
    await own.app.services.silencePoll.run(new AbortController().signal);
    expect(await follower.told()).toEqual([]);
    moveTo(8);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    moveTo(10);
    await waitFor('the next reading', async () =>
      (await follower.activity()).urgentLow.resolvedTime === at(10) ? true : undefined,
    );
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('is notified of a loop ahead of the clock once it stops', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({ notLooping: { enabled: true, delay: 40 } });
    const upload = await uploading(own, follower);
    await upload(loop(1));
    expect(await follower.told()).toEqual(['NOT_LOOPING']);
    moveTo(1);
    await waitFor('the end of the alert', async () =>
      (await follower.activity()).notLooping.resolvedTime === at(1) ? true : undefined,
    );
  });
});
