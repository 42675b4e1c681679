import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { once } from 'node:events';
import { AppleTransport } from '../../../../src/platform/push/apple-transport';
import type { PushPhone } from '../../../../src/platform/push/push-transport';
import { freePort } from '../../../support/child';
import { openAppleSink, type AppleSink } from '../../../support/apple-sink';

let apple: AppleSink;
let publicKey: Awaited<ReturnType<typeof generateKeyPair>>['publicKey'];
let transport: AppleTransport;

const now = Date.parse('2024-05-06T12:00:00Z');
const notification = {
  id: '3c9a1f0e-5b7d-4c2a-9e8f-0a1b2c3d4e5f',
  recipientId: '0123456789',
  followedUserId: 'abcdefabcd',
  kind: 'low',
  message: 'Glucose reading below low threshold',
  createdTime: now,
  expiresTime: now + 900_000,
};
const phone = (name: string, environment: PushPhone['environment'] = 'production'): PushPhone => ({
  token: Buffer.from(name).toString('base64'),
  environment,
});

const to = (...phones: PushPhone[]) => ({ phones, browsers: [] });

beforeEach(async () => {
  apple = await openAppleSink();
  const pair = await generateKeyPair('ES256', { extractable: true });
  publicKey = pair.publicKey;
  transport = new AppleTransport({
    privateKey: await exportPKCS8(pair.privateKey),
    keyId: 'key',
    teamId: 'team',
    topic: 'org.example.app',
    urls: { production: apple.url, sandbox: `${apple.url}/` },
  });
});

afterEach(() => {
  transport.close();
  apple.close();
});

describe('a notification for phones of Apple', () => {
  it('has the format of Apple', async () => {
    expect(await transport.send(notification, to(phone('a phone')))).toEqual({ isDelivered: true });
    const [push] = apple.pushes;
    expect(push?.body).toEqual({ aps: { alert: { body: 'Glucose reading below low threshold' } } });
    expect(push?.headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${Buffer.from('a phone').toString('hex')}`,
      'apns-topic': 'org.example.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-id': notification.id,
      'apns-collapse-id': notification.id,
      'apns-expiration': String(now / 1000 + 900),
    });
    const token = push?.headers.authorization?.replace(/^bearer /, '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, publicKey);
    expect(payload).toEqual({ iss: 'team', iat: expect.any(Number) });
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'key' });
  });

  it('uses one connection for each environment, with one token', async () => {
    const phones = [phone('one'), phone('two'), phone('three', 'sandbox')];
    await transport.send(notification, to(...phones));
    await transport.send(notification, to(...phones));
    expect(apple.pushes).toHaveLength(6);
    expect(apple.sessions).toHaveLength(2);
    expect(new Set(apple.pushes.map(({ headers }) => headers.authorization)).size).toBe(1);
  });

  it('counts as delivered if one of the phones received it', async () => {
    apple.answers = { old: [410, 'Unregistered'], busy: [503, 'ServiceUnavailable'] };
    const phones = [phone('old'), phone('busy'), phone('good')];
    expect(await transport.send(notification, to(...phones))).toEqual({ isDelivered: true });
    expect(apple.pushes).toHaveLength(3);
  });

  it.each<[string, AppleSink['answers'], string, boolean]>([
    [
      'for good',
      { one: [400, 'BadDeviceToken'], two: [410, 'Unregistered'] },
      'Apple answered 400 BadDeviceToken.',
      true,
    ],
    [
      'for now when one may take it later',
      { one: [410, 'Unregistered'], two: [503] },
      'Apple answered 503.',
      false,
    ],
    [
      'for now when it is too many',
      { one: [429, 'TooManyRequests'], two: [400] },
      'Apple answered 429 TooManyRequests.',
      false,
    ],
    ['without words that are not Apple’s', { one: [400, '<b>'], two: [400] }, 'Apple answered 400.', true],
  ])('fails %s', async (_how, given, error, isLasting) => {
    apple.answers = given;
    const result = await transport.send(notification, to(phone('one'), phone('two')));
    expect(result).toEqual({ isDelivered: false, error, isLasting });
  });

  it('is signed again if Apple reports an outdated signature', async () => {
    apple.answers = { one: [403, 'ExpiredProviderToken'] };
    const expired = await transport.send(notification, to(phone('one')));
    expect(expired).toMatchObject({ isDelivered: false, isLasting: false });
    apple.answers = {};
    expect(await transport.send(notification, to(phone('one')))).toEqual({ isDelivered: true });
    const [first, second] = apple.pushes.map(({ headers }) => headers.authorization);
    expect(first).not.toBe(second);
  });

  it('is not delivered without a phone', async () => {
    const result = await transport.send(notification, to());
    expect(result).toEqual({ isDelivered: false, error: 'The recipient has no phone.', isLasting: true });
  });

  it('can be sent again if the connection was lost', async () => {
    await transport.send(notification, to(phone('one')));
    const [session] = apple.sessions;
    session?.destroy();
    if (session && !session.destroyed) await once(session, 'close');
    const results = [
      await transport.send(notification, to(phone('one'))),
      await transport.send(notification, to(phone('one'))),
    ];
    expect(results.at(-1)).toEqual({ isDelivered: true });
  });

  it('fails temporarily if there is no response', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const address = `http://127.0.0.1:${await freePort()}`;
    const lonely = new AppleTransport({
      privateKey: await exportPKCS8(privateKey),
      ...{ keyId: 'key', teamId: 'team', topic: 'org.example.app' },
      urls: { production: address, sandbox: address },
    });
    const result = await lonely.send(notification, to(phone('one')));
    expect(result).toEqual({ isDelivered: false, error: 'Apple did not answer.', isLasting: false });
    lonely.close();
  });
});
