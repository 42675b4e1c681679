import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './api';

/** A browser's subscription in the form of `PushSubscription.toJSON()`. */
export interface ToldBrowser {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

/** A message that arrived for a browser. */
export interface ArrivedPush {
  /** The name of the browser. */
  browser: string;
  headers: IncomingHttpHeaders;
  /** The decrypted content. */
  message: Json;
}

/** A stub of a browser vendor's push service, and of browsers. */
export interface PushService {
  origin: string;
  pushes: ArrivedPush[];
  /** Responses by browser name; 201 by default. */
  answers: Record<string, number>;
  /** Creates and subscribes a browser. */
  browser(name: string): ToldBrowser;
  close(): Promise<void>;
}

/** Decrypts a message to a browser according to RFC 8291, without the library that encrypted it. */
function decrypted(body: Buffer, key: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const content = body.subarray(21 + senderKey.length);
  const derived = (ikm: Buffer, by: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey]);
  const shared = derived(key.computeSecret(senderKey), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(shared, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Starts a push service on a free port of the loopback interface. */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { key: ECDH; auth: Buffer }>();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const browser = browsers.get(name);
      if (!browser) return response.writeHead(404).end();
      const text = decrypted(Buffer.concat(pieces), browser.key, browser.auth);
      service.pushes.push({ browser: name, headers: request.headers, message: JSON.parse(text) });
      return response.writeHead(service.answers[name] ?? 201, { Location: `${service.origin}/moved` }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes: [],
    answers: {},
    browser(name) {
      const key = createECDH('prime256v1');
      key.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { key, auth });
      const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint: `${service.origin}/push/${encodeURIComponent(name)}`, expirationTime: null, keys };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** VAPID keys, with which the service identifies itself to push services. */
export function newWebPushKeys(): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey().toString('base64url'),
  };
}
