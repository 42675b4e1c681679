import { newFollower, readingBefore, uploading, type Follower } from '../../../support/alerts';
import { api } from '../../../support/api';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newWebPushKeys, openPushService, type PushService } from '../../../support/push-service';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;
let pushService: PushService;
let sink: WebhookSink;

const { moveTo, at } = movedClock();
const { publicKey, privateKey } = newWebPushKeys();
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
const lowReading = () => readingBefore(Date.now(), 0, 2);

beforeAll(async () => {
  [pushService, sink] = await Promise.all([openPushService(), openWebhookSink()]);
  own = await startOwnApp({
    ...{ ALERT_TRANSPORT: 'webpush, webhook', ALERT_WEBHOOK_URL: sink.url },
    ...{ WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey },
    ...{ WEB_PUSH_SUBJECT: 'mailto:operator@example.org', WEB_PUSH_ORIGINS: pushService.origin },
  });
}, 120_000);

afterAll(async () => {
  await own.close();
  await Promise.all([pushService.close(), sink.close()]);
}, 120_000);

beforeEach(() => {
  pushService.pushes.length = 0;
  pushService.answers = {};
  sink.answerWith(() => 400);
});

const pathOf = ({ userId }: Follower) => `/v1/users/${userId}/web_push_subscriptions`;

const tell = async (follower: Follower, name: string) => {
  const { token } = follower;
  const body = pushService.browser(name);
  expect((await api(own.server).post(pathOf(follower), { token, body })).status).toBe(200);
};

const browsersOf = async (follower: Follower): Promise<string[]> => {
  const { body } = await api(own.server).get(pathOf(follower), { token: follower.token });
  return body.map(({ endpoint }: { endpoint: string }) => endpoint.split('/').at(-1)).sort();
};

describe('browsers of a follower', () => {
  it('receive the notification, and are forgotten once they are gone', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    for (const name of ['working', 'gone', 'unknown', 'failing']) await tell(follower, name);
    pushService.answers = { gone: 410, unknown: 404, failing: 500 };
    const upload = await uploading(own, follower);
    await upload(lowReading());
    const [notification] = await follower.notifications();
    expect(notification).toMatchObject({ deliveredTime: at(0), error: null });
    expect((await follower.activity()).urgentLow.sentTime).not.toBeNull();
    expect(pushService.pushes.map(({ browser }) => browser).sort()).toEqual([
      'failing',
      'gone',
      'unknown',
      'working',
    ]);
    expect(pushService.pushes[0]?.message).toEqual({
      id: notification.id,
      followedUserId: follower.followed.userId,
      kind: 'urgentLow',
      message: 'Glucose reading below urgent low threshold',
      createdTime: at(0),
    });
    expect(await browsersOf(follower)).toEqual(['failing', 'working']);
  });

  it('leave the follower unnotified if all refuse, until new data arrives', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    const upload = await uploading(own, follower);
    await upload(lowReading());
    const [first] = await follower.notifications();
    const error = 'The recipient has no browser. The webhook answered 400.';
    expect(first).toMatchObject({ deliveredTime: null, error });
    expect((await follower.activity()).urgentLow.sentTime).toBeNull();
    await tell(follower, 'late');
    moveTo(5);
    await upload(lowReading());
    expect(pushService.pushes.map(({ browser }) => browser)).toEqual(['late']);
  });

  it('are optional if another channel accepts the notification', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    sink.answerWith(() => 204);
    await (
      await uploading(own, follower)
    )(lowReading());
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });

  it('subscribe with the key of the service', async () => {
    const { token } = await newFollower(own.server);
    const { body } = await api(own.server).get('/v1/web_push/key', { token });
    expect(body).toEqual({ publicKey });
    const answer = await api(own.server).graph('{ webPushKey }', { token });
    expect(answer.body.data).toEqual({ webPushKey: publicKey });
  });
});
