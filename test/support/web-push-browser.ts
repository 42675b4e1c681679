import { createECDH, randomUUID } from 'node:crypto';
import type { ToldBrowser } from './push-service';

/** A subscription as a browser returns it; nothing is sent to it. */
export function newWebPushBrowser(): ToldBrowser {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return {
    endpoint: `https://push.example.org/${randomUUID()}`,
    expirationTime: null,
    keys: { p256dh: key.getPublicKey('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') },
  };
}
