import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { DeviceCheckService } from '../../../../src/records/device-tokens/device-check.service';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

/** A stub of Apple's service; responds with the status that the device token names. */
let apple: WebhookSink;

beforeAll(async () => {
  apple = await openWebhookSink();
  apple.answerWith(({ body }) => Number(body.device_token));
});

afterAll(() => apple.close());

describe('a device', () => {
  it('is genuine if Apple says so, with a signed request', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { privateKey: await exportPKCS8(privateKey), keyId: 'key', teamId: 'team' };
    const checks = new DeviceCheckService({ url: apple.url, key });
    expect(await checks.isReal('200')).toBe(true);
    expect(await checks.isReal('400')).toBe(false);
    await expect(checks.isReal('500')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const [first] = apple.hooks;
    const token = first?.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, publicKey);
    expect([payload.iss, protectedHeader.kid]).toEqual(['team', 'key']);
    expect(first?.body).toMatchObject({
      device_token: '200',
      transaction_id: expect.any(String),
      timestamp: expect.any(Number),
    });
  });

  it('is not checked without a key', async () => {
    const before = apple.hooks.length;
    expect(await new DeviceCheckService({ url: apple.url }).isReal('200')).toBe(false);
    expect(apple.hooks).toHaveLength(before);
  });
});
