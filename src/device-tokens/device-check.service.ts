import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { now } from '../clock';
import { unavailable } from '../errors';

/** The key with which the makers of the app call Apple. */
export interface AppleKey {
  /** PKCS#8 in PEM, as Apple hands it out. */
  privateKey: string;
  keyId: string;
  teamId: string;
}

interface Apple {
  url: string;
  /** Absent where no app of the makers is in use. */
  key?: AppleKey;
}

/** How long Apple may take, in milliseconds. */
const patience = 10_000;

/** Asks Apple whether a token comes from a real device (DeviceCheck, version 1). */
export class DeviceCheckService {
  constructor(private readonly apple: Apple) {}

  /** True when Apple knows the token. False for every token when there is no key to ask with. */
  async isReal(deviceToken: string): Promise<boolean> {
    const { url, key } = this.apple;
    if (!key) return false;
    const response = await fetch(`${url}/v1/validate_device_token`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await signedBy(key)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ device_token: deviceToken, transaction_id: randomUUID(), timestamp: now() }),
      signal: AbortSignal.timeout(patience),
    }).catch((cause: unknown) => unreachable(cause));
    if (response.status === 200) return true;
    if (response.status === 400) return false;
    return unreachable(new Error(`Apple answered ${response.status}.`));
  }
}

function unreachable(cause: unknown): never {
  throw unavailable(cause, 'Devices cannot be checked at the moment.');
}

async function signedBy({ privateKey, keyId, teamId }: AppleKey): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(Math.floor(now() / 1000))
    .sign(await importPKCS8(privateKey, 'ES256'));
}
