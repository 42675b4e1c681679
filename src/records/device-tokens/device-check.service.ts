import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { now } from '../../platform/clock';
import { unavailable } from '../../platform/errors';
import { notEmpty, refuse, required } from '../../platform/rules/finding';

/** The key for calling Apple, from the makers of the app. */
export interface AppleKey {
  /** PKCS#8 in PEM format, as issued by Apple. */
  privateKey: string;
  keyId: string;
  teamId: string;
}

interface Apple {
  url: string;
  /** Absent if no such app is in use. */
  key?: AppleKey;
}

/** Timeout of Apple, in milliseconds. */
const timeout = 10_000;

/** Asks Apple whether a token comes from a genuine device (DeviceCheck, version 1). */
export class DeviceCheckService {
  constructor(private readonly apple: Apple) {}

  /** Whether Apple knows the token. Always false without a key for asking. Throws when the token is empty. */
  async isReal(deviceToken: string): Promise<boolean> {
    refuse(required('/deviceToken', deviceToken, notEmpty));
    const { url, key } = this.apple;
    if (!key) return false;
    const response = await fetch(`${url}/v1/validate_device_token`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await signedBy(key)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ device_token: deviceToken, transaction_id: randomUUID(), timestamp: now() }),
      signal: AbortSignal.timeout(timeout),
    }).catch((cause: unknown) => unreachable(cause));
    if (response.status === 200) return true;
    if (response.status === 400) return false;
    return unreachable(new Error(`Apple answered ${response.status}.`));
  }
}

function unreachable(cause: unknown): never {
  throw unavailable(cause, 'Devices cannot be verified at the moment.');
}

async function signedBy({ privateKey, keyId, teamId }: AppleKey): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(Math.floor(now() / 1000))
    .sign(await importPKCS8(privateKey, 'ES256'));
}
