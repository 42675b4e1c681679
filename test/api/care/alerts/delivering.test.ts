import { AlertWatchEntity } from '../../../../src/care/alerts/alert-watch.entity';
import { allEvaluated, newFollower, readingBefore, uploading, type Follower } from '../../../support/alerts';
import { api } from '../../../support/api';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { permissionSet, share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;
let sink: WebhookSink;

const { moveTo, at } = movedClock();
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
const low = { low: { enabled: true, threshold: { value: 4, units: 'mmol/L' } } };

beforeAll(async () => {
  sink = await openWebhookSink();
  own = await startOwnApp({ ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: sink.url });
}, 120_000);

afterAll(async () => {
  await own.close();
  await sink.close();
}, 120_000);

beforeEach(() => {
  sink.hooks.length = 0;
  sink.answerWith(() => 204);
});

/** A follower whose configuration is already evaluated, so that only later changes request an evaluation. */
const configured = async (config: object): Promise<Follower> => {
  const follower = await newFollower(own.server);
  await follower.configure(config);
  await allEvaluated(own.database);
  return follower;
};

const lowReading = (value = 2) => readingBefore(Date.now(), 0, value);

const revoke = ({ followed, userId }: Follower) =>
  api(own.server).post(`/access/${followed.userId}/${userId}`, {
    token: followed.token,
    body: permissionSet('view'),
  });

const watchOf = ({ followed, userId }: Follower) =>
  own.database.reader.findOneByOrFail(AlertWatchEntity, { followedId: followed.userId, followerId: userId });

describe('a notification', () => {
  it('is sent to the webhook under its id in the list', async () => {
    const follower = await configured(urgentLow);
    await (
      await uploading(own, follower)
    )(lowReading());
    const [notification] = await follower.notifications();
    expect(sink.hooks.map(({ body }) => body)).toEqual([
      {
        id: notification.id,
        recipientId: follower.userId,
        followedUserId: follower.followed.userId,
        kind: 'urgentLow',
        message: 'Glucose reading below urgent low threshold',
        createdTime: at(0),
        expiresTime: at(15),
      },
    ]);
  });

  it('is retried after 0, 1, 2, 3 and 5 seconds and then given up, until new data arrives', async () => {
    const follower = await configured(low);
    sink.answerWith(() => 503);
    const { followed } = follower;
    const dataSet = await followed.openedContinuous();
    await followed.uploaded(dataSet, [lowReading()]);
    let seconds = 0;
    const waits: number[] = [];
    // The second attempt comes without a move of the clock.
    for (let failures = 2; failures <= 5; failures += 1) {
      const dueTime = await waitFor('a failure', async () => {
        const watch = await watchOf(follower);
        return watch.attempts === failures ? (watch.dueTime ?? 0) : undefined;
      });
      waits.push((dueTime - Date.parse(at(seconds / 60))) / 1000);
      seconds += waits.at(-1) ?? 0;
      moveTo(seconds / 60);
    }
    await allEvaluated(own.database);
    expect(waits).toEqual([1, 2, 3, 5]);
    expect(new Set(sink.hooks.map(({ body }) => body.id)).size).toBe(1);
    expect(sink.hooks).toHaveLength(6);
    const [given] = await follower.notifications();
    expect(given).toMatchObject({ deliveredTime: null, error: 'The webhook answered 503.' });
    expect((await follower.activity()).low).toMatchObject({ triggeredTime: at(0), sentTime: null });

    sink.answerWith(() => 200);
    moveTo(5);
    await followed.uploaded(dataSet, [lowReading()]);
    await allEvaluated(own.database);
    const [, second] = await follower.notifications();
    expect(second).toMatchObject({ deliveredTime: at(5), error: null });
    expect((await follower.activity()).low.sentTime).toBe(at(5));
  });

  it('is not retried if it can never be delivered', async () => {
    const follower = await configured(urgentLow);
    sink.answerWith(() => 400);
    await (
      await uploading(own, follower)
    )(lowReading());
    expect(sink.hooks).toHaveLength(1);
    const [notification] = await follower.notifications();
    expect(notification).toMatchObject({ deliveredTime: null, error: 'The webhook answered 400.' });
  });

  it('is not sent to a follower who has lost permission by then, and is hidden from them', async () => {
    const follower = await configured(urgentLow);
    const upload = await uploading(own, follower);
    sink.answerWith(async () => {
      await revoke(follower);
      return 503;
    });
    await upload(lowReading());
    expect(sink.hooks).toHaveLength(1);
    expect(await follower.notifications()).toEqual([]);
    await share(own.server, follower.followed, follower, 'follow');
    const [notification] = await follower.notifications();
    expect(notification).toMatchObject({
      deliveredTime: null,
      error: 'The recipient may not follow any more.',
    });
    expect((await follower.activity()).urgentLow.sentTime).toBeNull();
  });

  it('is not sent once its configuration is deleted', async () => {
    const follower = await configured(urgentLow);
    const { followed, userId, token } = follower;
    sink.answerWith(async () => {
      await api(own.server).delete(`/v1/users/${followed.userId}/followers/${userId}/alerts`, { token });
      return 503;
    });
    await (
      await uploading(own, follower)
    )(lowReading());
    expect(sink.hooks).toHaveLength(1);
  });

  it('keeps concurrent configuration changes when it fails, and they are evaluated then', async () => {
    const follower = await configured(low);
    const { followed, userId, token } = follower;
    sink.answerWith(async () => {
      sink.answerWith(() => 204);
      moveTo(0.1);
      await follower.configure(urgentLow);
      return 400;
    });
    await (
      await uploading(own, follower)
    )(lowReading());
    expect(sink.hooks.map(({ body }) => body.kind)).toEqual(['low', 'urgentLow']);
    expect(await follower.told()).toEqual(['LOW', 'URGENT_LOW']);
    const path = `/v1/users/${followed.userId}/followers/${userId}/alerts`;
    const { body } = await api(own.server).get(path, { token });
    expect(body).toMatchObject({ ...low, ...urgentLow });
  });

  it('is evaluated again with the current configuration once its retries are exhausted', async () => {
    const follower = await configured(low);
    sink.answerWith(async () => {
      sink.answerWith(() => 400);
      await follower.configure({ low: { threshold: low.low.threshold }, ...urgentLow });
      return 503;
    });
    await (
      await uploading(own, follower)
    )(lowReading());
    await waitFor('the end of it', async () => (await watchOf(follower)).dueTime === null || undefined);
    expect(sink.hooks.map(({ body }) => body.kind)).toEqual(['low', 'low', 'urgentLow']);
  });

  it('is not sent a quarter of an hour late', async () => {
    const follower = await configured(urgentLow);
    sink.answerWith(() => 503);
    const { followed } = follower;
    await followed.uploaded(await followed.openedContinuous(), [lowReading()]);
    await waitFor('the second attempt', async () => (await watchOf(follower)).attempts === 2 || undefined);
    moveTo(15.1);
    await allEvaluated(own.database);
    expect(sink.hooks).toHaveLength(2);
    const [notification] = await follower.notifications();
    expect(notification).toMatchObject({
      deliveredTime: null,
      error: 'It could not be delivered in time.',
    });
  });

  it('is created for data that arrives while another one is being sent', async () => {
    const follower = await configured(urgentLow);
    const { followed } = follower;
    const dataSet = await followed.openedContinuous();
    sink.answerWith(async () => {
      sink.answerWith(() => 200);
      moveTo(0.1);
      await followed.uploaded(dataSet, [lowReading()]);
      return 200;
    });
    await followed.uploaded(dataSet, [lowReading()]);
    await waitFor('the second notification', async () => (await follower.told()).length === 2 || undefined);
    await allEvaluated(own.database);
    expect(sink.hooks).toHaveLength(2);
  });
});

describe('a silence alert that could not be delivered', () => {
  const look = () => own.app.services.silencePoll.run(new AbortController().signal);

  it('is retried like other alerts, however often silence is checked in the meantime', async () => {
    const follower = await configured({ noCommunication: { enabled: true } });
    await (
      await uploading(own, follower)
    )(lowReading());
    sink.answerWith(() => 503);
    moveTo(6);
    await look();
    await waitFor('the second attempt', async () => (await watchOf(follower)).attempts === 2 || undefined);
    await look();
    await look();
    expect(sink.hooks).toHaveLength(2);
    sink.answerWith(() => 200);
    moveTo(6.1);
    await allEvaluated(own.database);
    expect(sink.hooks).toHaveLength(3);
    moveTo(11);
    await look();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
    moveTo(11.2);
    await look();
    expect(await follower.told()).toHaveLength(2);
  });

  it('and never can be is given up until the silence has lasted as long again', async () => {
    const follower = await configured({ noCommunication: { enabled: true } });
    await (
      await uploading(own, follower)
    )(lowReading());
    sink.answerWith(() => 400);
    for (const [minutes, times] of [
      [6, 1],
      [10.9, 1],
      [11.1, 2],
    ] as const) {
      moveTo(minutes);
      await look();
      await allEvaluated(own.database);
      await look();
      await allEvaluated(own.database);
      expect(sink.hooks).toHaveLength(times);
    }
  });
});

describe('notifications to a follower', () => {
  it('are listed newest first, page by page, only for the follower', async () => {
    const follower = await configured(urgentLow);
    const upload = await uploading(own, follower);
    for (const minutes of [0, 5, 10]) {
      moveTo(minutes);
      await upload(lowReading());
    }
    const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      alertNotifications(followedId: $id, first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { createdTime } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`;
    const page = async (token: string, variables: object) => {
      const { body } = await api(own.server).graph(query, {
        token,
        variables: { id: follower.followed.userId, ...variables },
      });
      return body.data?.alertNotifications ?? body.errors[0].extensions.code;
    };
    const timesOf = ({ edges }: { edges: { node: { createdTime: string } }[] }) =>
      edges.map(({ node }) => node.createdTime);
    const first = await page(follower.token, { first: 2 });
    expect(timesOf(first)).toEqual([at(10), at(5)]);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await page(follower.token, { first: 2, after: first.pageInfo.endCursor });
    expect(timesOf(second)).toEqual([at(0)]);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const end = await page(follower.token, { last: 2 });
    expect(timesOf(end)).toEqual([at(5), at(0)]);
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const begin = await page(follower.token, { last: 2, before: end.pageInfo.startCursor });
    expect(timesOf(begin)).toEqual([at(10)]);
    for (const variables of [{ first: -1 }, { first: 1001 }, { after: 'nonsense' }])
      expect(await page(follower.token, variables)).toBe('BAD_USER_INPUT');
    expect(timesOf(await page(follower.followed.token, {}))).toEqual([]);
    await revoke(follower);
    expect(timesOf(await page(follower.token, {}))).toHaveLength(3);
  });

  it('are deleted after their retention time', async () => {
    const follower = await configured(urgentLow);
    await (
      await uploading(own, follower)
    )(lowReading());
    const { alertNotifications } = own.app.services;
    const day = 24 * 60;
    const ids = (await follower.notifications()).map(({ id }) => id as string);
    moveTo(90 * day - 1);
    await alertNotifications.purge();
    expect(await alertNotifications.findMany(ids)).toEqual([expect.objectContaining({ kind: 'urgentLow' })]);
    moveTo(90 * day);
    await alertNotifications.purge();
    expect(await alertNotifications.findMany(ids)).toEqual([null]);
  });
});

describe('a notification with a slow sender', () => {
  it('is sent by another process under the same id, and a late failure of the first changes nothing', async () => {
    const expected: [follower: Follower, deliveredTime: string][] = [];
    for (const [status, minutes] of [
      [503, 0.5],
      [400, 1],
    ] as const) {
      const follower = await configured(urgentLow);
      sink.answerWith(async () => {
        sink.answerWith(() => 204);
        moveTo(minutes);
        await waitFor('the other one', async () => (await watchOf(follower)).dueTime === null || undefined);
        return status;
      });
      await (
        await uploading(own, follower)
      )(lowReading());
      expected.push([follower, at(minutes)]);
    }
    // The only sign that the first ones have ended is that stopping waits for them.
    await own.app.services.alertWorker.stop();
    for (const [follower, deliveredTime] of expected) {
      const hooks = sink.hooks.filter(({ body }) => body.recipientId === follower.userId);
      const [notification] = await follower.notifications();
      expect(hooks.map(({ body }) => body.id)).toEqual([notification.id, notification.id]);
      expect(notification).toMatchObject({ deliveredTime, error: null });
    }
  });
});
