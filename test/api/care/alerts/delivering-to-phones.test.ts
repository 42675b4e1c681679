import { exportPKCS8, generateKeyPair } from 'jose';
import { allEvaluated, newFollower, readingBefore, uploading } from '../../../support/alerts';
import { api } from '../../../support/api';
import { openAppleSink, type AppleSink } from '../../../support/apple-sink';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;
let apple: AppleSink;

const { moveTo, at } = movedClock();
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
const lowReading = () => readingBefore(Date.now(), 0, 2);

beforeAll(async () => {
  apple = await openAppleSink();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  own = await startOwnApp({
    ...{ ALERT_TRANSPORT: 'apns', APNS_KEY: (await exportPKCS8(privateKey)).replaceAll('\n', '\\n') },
    ...{ APNS_KEY_ID: 'key', APNS_TEAM_ID: 'team', APNS_TOPIC: 'org.example.app' },
    ...{ APNS_PRODUCTION_URL: apple.url, APNS_SANDBOX_URL: apple.url },
  });
}, 120_000);

afterAll(async () => {
  await own.close();
  apple.close();
}, 120_000);

describe('phones of Apple', () => {
  it('receive it, all phones of a follower at once; without a phone the notification does not count as delivered', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(urgentLow);
    await allEvaluated(own.database);
    const upload = await uploading(own, follower);
    await upload(lowReading());
    const [first] = await follower.notifications();
    expect(first).toMatchObject({ deliveredTime: null, error: 'The recipient has no phone.' });
    expect((await follower.activity()).urgentLow.sentTime).toBeNull();

    apple.answers = { broken: [410, 'Unregistered'] };
    for (const name of ['broken', 'working']) {
      const token = Buffer.from(name).toString('base64');
      const body = { apple: { token, environment: 'sandbox' } };
      await api(own.server).post(`/v1/users/${follower.userId}/device_tokens`, {
        token: follower.token,
        body,
      });
    }
    moveTo(5);
    await upload(lowReading());
    expect(apple.pushes.map(({ device }) => device).sort()).toEqual(['broken', 'working']);
    const [, second] = await follower.notifications();
    expect(second).toMatchObject({ deliveredTime: at(5), error: null });
    expect((await follower.activity()).urgentLow.sentTime).toBe(at(5));
  });
});
