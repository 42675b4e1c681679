import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
} from 'node:crypto';
import { now } from '../clock';

/** The identity of the service toward push services (VAPID, RFC 8292). */
export interface WebPushKeys {
  /** Base64url, like the private key. */
  publicKey: string;
  privateKey: string;
  /** `mailto:` or `https:`: how push services contact the operator. */
  subject: string;
}

/** What a browser has told for encryption, in base64url. */
export interface BrowserKeys {
  /** Its public key. */
  p256dh: string;
  /** Its secret for authentication. */
  auth: string;
}

const curve = 'prime256v1';

/** Size of a record (RFC 8188, section 2). A message is one record, and push services accept no larger ones. */
const recordSize = 4096;

/** Marks the end of the last record. */
const lastRecord = Buffer.from([2]);

/** Seconds; push services accept up to a day. */
const lifeOfToken = 12 * 3600;

const fromBase64Url = (text: string): Buffer => Buffer.from(text, 'base64url');

const toBase64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** What must never be used for two messages. */
interface Unique {
  salt: Buffer;
  sender: ECDH;
}

function makeUnique(): Unique {
  const sender = createECDH(curve);
  sender.generateKeys();
  return { salt: randomBytes(16), sender };
}

/**
 * Encrypts a text so that only the browser can read it (RFC 8291, with the encoding `aes128gcm` of RFC 8188). Throws when
 * the keys are not a point of the curve and a secret of 16 bytes.
 *
 * @param unique other than random only in tests
 */
export function encryptForBrowser(text: string, keys: BrowserKeys, unique = makeUnique()): Buffer {
  const [receiverKey, auth] = [fromBase64Url(keys.p256dh), fromBase64Url(keys.auth)];
  if (auth.length < 16) throw new Error('The secret of a browser has at least 16 bytes.');
  const { salt, sender } = unique;
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(sender.computeSecret(receiverKey), auth, info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), lastRecord])), cipher.final()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordSize);
  sizes.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, sizes, senderKey, ...sealed, cipher.getAuthTag()]);
}

/** The `Authorization` of a request to a push service (RFC 8292): a token for its origin, signed with ES256. */
export function authorize(origin: string, { publicKey, privateKey, subject }: WebPushKeys): string {
  const point = fromBase64Url(publicKey);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: privateKey },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const claims = { aud: origin, exp: Math.floor(now() / 1000) + lifeOfToken, sub: subject };
  const content = `${toBase64Url({ typ: 'JWT', alg: 'ES256' })}.${toBase64Url(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`;
}
