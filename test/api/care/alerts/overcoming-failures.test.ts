import {
  allEvaluated,
  changeWatch,
  newFollower,
  readWatch,
  readingBefore,
  uploading,
  type Follower,
} from '../../../support/alerts';
import { api } from '../../../support/api';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;
let sink: WebhookSink;

const { moveTo, at } = movedClock();
const second = 1 / 60;
/** Minutes that notifications are kept. */
const kept = 60;
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
const lowReading = () => readingBefore(Date.now(), 0, 2);

beforeAll(async () => {
  sink = await openWebhookSink();
  own = await startOwnApp({
    ...{ ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: sink.url },
    ALERT_NOTIFICATION_TTL: String(kept * 60),
  });
}, 120_000);

afterAll(async () => {
  await own.close();
  await sink.close();
}, 120_000);

beforeEach(() => {
  sink.hooks.length = 0;
  sink.answerWith(() => 204);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** A follower whose configuration is already evaluated, so that only later changes request an evaluation. */
const configured = async (): Promise<Follower> => {
  const follower = await newFollower(own.server);
  await follower.configure(urgentLow);
  await allEvaluated(own.database);
  return follower;
};

const failed = (times: number, follower: Follower) =>
  waitFor(`failure ${times}`, async () => (await readWatch(own, follower)).attempts === times || undefined);

const removeConfiguration = ({ followed, userId, token }: Follower) =>
  api(own.server).delete(`/v1/users/${followed.userId}/followers/${userId}/alerts`, { token });

/** Runs work while notifications can neither be stored nor read. */
async function withoutNotifications(work: () => Promise<unknown>): Promise<void> {
  const rename = (from: string, to: string) =>
    own.database.transaction((manager) => manager.query(`ALTER TABLE ${from} RENAME TO ${to}`));
  await rename('alert_notifications', 'notifications_away');
  try {
    await work();
  } finally {
    await rename('notifications_away', 'alert_notifications');
  }
}

describe('a notification', () => {
  it('is nobody else’s as long as it is sent', async () => {
    const follower = await configured();
    let answer: (status: number) => void = () => undefined;
    sink.answerWith(() => new Promise((resolve) => (answer = resolve)));
    await follower.followed.uploaded(await follower.followed.openedContinuous(), [lowReading()]);
    await waitFor('the request', () => sink.hooks.length === 1 || undefined);
    await follower.configure(urgentLow);
    expect((await readWatch(own, follower)).leaseTime).toBeGreaterThan(Date.now());
    answer(204);
    await allEvaluated(own.database);
    expect(sink.hooks).toHaveLength(1);
  });

  it('that could not be stored is stored a moment later, and then has all of its retries', async () => {
    const follower = await configured();
    const dataSet = await follower.followed.openedContinuous();
    await withoutNotifications(async () => {
      await follower.followed.uploaded(dataSet, [lowReading()]);
      await failed(2, follower);
    });
    sink.answerWith(() => {
      sink.answerWith(() => 204);
      return 503;
    });
    moveTo(second);
    await allEvaluated(own.database);
    expect(sink.hooks).toHaveLength(2);
    expect(await follower.notifications()).toMatchObject([{ deliveredTime: at(second) }]);
  });

  it('that could not be read is sent a moment later', async () => {
    const follower = await configured();
    sink.answerWith(() => 503);
    await follower.followed.uploaded(await follower.followed.openedContinuous(), [lowReading()]);
    await failed(2, follower);
    await withoutNotifications(async () => {
      moveTo(second);
      await failed(3, follower);
    });
    sink.answerWith(() => 204);
    moveTo(3 * second);
    await allEvaluated(own.database);
    expect(await follower.notifications()).toMatchObject([{ deliveredTime: at(3 * second) }]);
  });

  it('is not sent before its time by a check for silence', async () => {
    const follower = await configured();
    sink.answerWith(() => 503);
    await follower.followed.uploaded(await follower.followed.openedContinuous(), [lowReading()]);
    await failed(2, follower);
    await changeWatch(own, follower, { silenceTime: Date.now() });
    await own.app.services.silencePoll.run(new AbortController().signal);
    expect(sink.hooks).toHaveLength(2);
    moveTo(second);
    await failed(3, follower);
  });

  it('that was deleted before it could be sent keeps no later one back', async () => {
    const follower = await configured();
    const upload = await uploading(own, follower);
    sink.answerWith(async () => {
      sink.answerWith(() => 204);
      moveTo(kept);
      await own.app.services.alertNotifications.purge();
      return 503;
    });
    await upload(lowReading());
    expect(await follower.told()).toEqual([]);
    moveTo(kept + 1);
    await upload(lowReading());
    expect(await follower.told()).toEqual(['URGENT_LOW']);
    expect(sink.hooks).toHaveLength(2);
  });

  it('tells of its failure meanwhile, and may be sent a quarter of an hour late', async () => {
    const follower = await configured();
    sink.answerWith(() => 503);
    await follower.followed.uploaded(await follower.followed.openedContinuous(), [lowReading()]);
    await failed(2, follower);
    const failure = { deliveredTime: null, error: 'The webhook answered 503.' };
    expect(await follower.notifications()).toMatchObject([failure]);
    sink.answerWith(() => 204);
    moveTo(15);
    await allEvaluated(own.database);
    expect(await follower.notifications()).toMatchObject([{ deliveredTime: at(15), error: null }]);
  });

  it('of a configuration that is deleted meanwhile does not exist, or is not sent', async () => {
    const [first, second] = [await configured(), await configured()];
    const { alertNotifications, alertWorker, uploadReceipts } = own.app.services;
    const readReceipts = uploadReceipts.lastReceipts.bind(uploadReceipts);
    jest.spyOn(uploadReceipts, 'lastReceipts').mockImplementationOnce(async (questions) => {
      await removeConfiguration(first);
      return readReceipts(questions);
    });
    await (
      await uploading(own, first)
    )(lowReading());
    const { findMany } = alertNotifications;
    const looks = jest.spyOn(alertNotifications, 'findMany').mockImplementationOnce(async (ids) => {
      await removeConfiguration(second);
      return findMany(ids);
    });
    await (
      await uploading(own, second)
    )(lowReading());
    // The only sign that both evaluations have ended is that stopping waits for them.
    await alertWorker.stop();
    expect(looks).toHaveBeenCalled();
    expect([await first.notifications(), sink.hooks]).toEqual([[], []]);
  });
});
