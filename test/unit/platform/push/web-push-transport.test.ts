import { importJWK, jwtVerify } from 'jose';
import type { LookupAddress } from 'node:dns';
import { PushEndpoints, isPublicAddress, publicLookup } from '../../../../src/platform/push/push-endpoints';
import { WebPushTransport } from '../../../../src/platform/push/web-push-transport';
import { freePort } from '../../../support/child';
import {
  newWebPushKeys,
  openPushService,
  type PushService,
  type ToldBrowser,
} from '../../../support/push-service';

const keys = { ...newWebPushKeys(), subject: 'mailto:operator@example.org' };
const now = Date.now();
const notification = {
  id: '3c9a1f0e-5b7d-4c2a-9e8f-0a1b2c3d4e5f',
  recipientId: '0123456789',
  followedUserId: 'abcdefabcd',
  kind: 'low',
  message: 'Glucose reading below low threshold',
  createdTime: now,
  expiresTime: now + 900_000,
};

let service: PushService;
let transport: WebPushTransport;

beforeEach(async () => {
  service = await openPushService();
  transport = new WebPushTransport(keys, new PushEndpoints([service.origin]));
});

afterEach(async () => {
  transport.close();
  await service.close();
});

const kept = (id: string, { endpoint, keys: { p256dh, auth } }: ToldBrowser) => ({
  id,
  endpoint,
  p256dh,
  auth,
});
const browser = (name: string) => kept(name, service.browser(name));
const to = (...browsers: ReturnType<typeof browser>[]) => ({ phones: [], browsers });

describe('a notification for a browser', () => {
  it('can only be decrypted by that browser, and identifies the service', async () => {
    expect(await transport.send(notification, to(browser('one')))).toEqual({
      isDelivered: true,
      goneBrowsers: [],
    });
    const [push] = service.pushes;
    expect(push?.message).toEqual({
      id: notification.id,
      followedUserId: 'abcdefabcd',
      kind: 'low',
      message: 'Glucose reading below low threshold',
      createdTime: new Date(now).toISOString(),
    });
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: notification.id.replaceAll('-', ''),
    });
    expect(Number(push?.headers.ttl)).toBeGreaterThan(890);
    expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(900);
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(push?.headers.authorization ?? '') ?? [];
    expect(key).toBe(keys.publicKey);
    const bytes = Buffer.from(keys.publicKey, 'base64url');
    const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
    expect(payload).toMatchObject({ aud: service.origin, sub: keys.subject });
    expect(payload.exp ?? 0).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600);
  });

  it('counts as delivered if one of them received it; missing ones are reported', async () => {
    service.answers = { busy: 503, gone: 410, unknown: 404, refused: 403 };
    const targets = to(...['busy', 'gone', 'unknown', 'refused', 'good'].map(browser));
    const result = await transport.send(notification, targets);
    expect(result).toEqual({ isDelivered: true, goneBrowsers: ['gone', 'unknown'] });
  });

  it.each<[number, boolean, string[]]>([
    [302, true, []],
    [400, true, []],
    [404, true, ['one']],
    [408, false, []],
    [410, true, ['one']],
    [429, false, []],
    [500, false, []],
  ])('with response %d fails permanently: %s', async (status, isLasting, goneBrowsers) => {
    service.answers = { one: status };
    const error = `The push service of the browser answered ${status}.`;
    const result = await transport.send(notification, to(browser('one')));
    expect(result).toEqual({ isDelivered: false, error, isLasting, goneBrowsers });
    expect(service.pushes).toHaveLength(1);
  });

  it('is not delivered without any browser', async () => {
    const error = 'The recipient has no browser.';
    const result = await transport.send(notification, to());
    expect(result).toEqual({ isDelivered: false, error, isLasting: true, goneBrowsers: [] });
  });

  it('fails temporarily if there is no response', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const lonely = new WebPushTransport(keys, new PushEndpoints([origin]));
    const target = { ...browser('one'), endpoint: `${origin}/one` };
    const error = 'The push service of the browser did not answer.';
    const result = await lonely.send(notification, to(target));
    expect(result).toEqual({ isDelivered: false, error, isLasting: false, goneBrowsers: [] });
    lonely.close();
  });

  it('is not sent to a URL that is no longer allowed', async () => {
    const strict = new WebPushTransport(keys, new PushEndpoints([]));
    const result = await strict.send(notification, to(browser('one')));
    expect(result).toMatchObject({ isDelivered: false, isLasting: true });
    expect(service.pushes).toEqual([]);
    strict.close();
  });
});

describe('URLs of push services', () => {
  const endpoints = new PushEndpoints(['http://127.0.0.1:9', 'https://push.internal']);

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/x?y=1',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
    'http://127.0.0.1:9/x',
    'https://push.internal/x',
  ])('are allowed: %s', (text) => expect(endpoints.parse(text)?.href).toBe(text));

  it.each([
    'nonsense',
    'http://fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'https://user:word@fcm.googleapis.com/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://some.localhost/x',
    'https://database/x',
    'https://database.internal/x',
    'https://printer.local/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'http://127.0.0.1:10/x',
    'https://127.0.0.1:9/x',
  ])('are refused: %s', (text) => expect(endpoints.parse(text)).toBeNull());

  it.each(
    ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.8.8.8', '169.254.1.1', '172.31.0.1', '192.168.1.1'].concat(
      ['198.19.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'ff02::1'],
      ['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
    ),
  )('are not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'are public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it('whose name resolves to a private address are not reached', async () => {
    for (const options of [{ all: true }, {}]) {
      const found = await new Promise<[unknown, string | LookupAddress[]]>((resolve) =>
        publicLookup('localhost', options, (error, address) => resolve([error, address])),
      );
      expect(found).toEqual([expect.any(Error), '']);
    }
  });
});
