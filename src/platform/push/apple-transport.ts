import { importPKCS8, SignJWT } from 'jose';
import { now } from '../clock';
import { AppleConnection } from './apple-connection';
import {
  overallOutcome,
  pushPatience,
  type PushNotification,
  type PushOutcome,
  type PushPhone,
  type PushTargets,
  type PushTransport,
} from './push-transport';

interface Apple {
  /** PKCS#8 in PEM format, as issued by Apple. */
  privateKey: string;
  keyId: string;
  teamId: string;
  /** Bundle id of the app. */
  topic: string;
  urls: Readonly<Record<PushPhone['environment'], string>>;
}

/** Milliseconds. Apple accepts tokens for up to an hour, and a new one at most every 20 minutes. */
const tokenLife = 40 * 60_000;

/** Apple's errors that a new provider token, or time, will fix. */
const isPassing = (status: number, reason: string): boolean =>
  status === 429 || status >= 500 || reason === 'ExpiredProviderToken';

/** Sends to Apple devices through the Apple Push Notification service. */
export class AppleTransport implements PushTransport {
  private readonly connections: Readonly<Record<PushPhone['environment'], AppleConnection>>;
  private token: { text: Promise<string>; madeTime: number } | undefined;

  constructor(private readonly apple: Apple) {
    const { production, sandbox } = apple.urls;
    this.connections = {
      production: new AppleConnection(production),
      sandbox: new AppleConnection(sandbox),
    };
  }

  async send(notification: PushNotification, { phones }: PushTargets): Promise<PushOutcome> {
    const outcomes = await Promise.all(phones.map((phone) => this.sendTo(phone, notification)));
    return overallOutcome(outcomes, 'The recipient has no phone.');
  }

  private async sendTo(phone: PushPhone, notification: PushNotification): Promise<PushOutcome> {
    try {
      const device = Buffer.from(phone.token, 'base64').toString('hex');
      const { status, body } = await this.connections[phone.environment].post(
        `/3/device/${device}`,
        {
          authorization: `bearer ${await this.providerToken()}`,
          'apns-topic': this.apple.topic,
          'apns-push-type': 'alert',
          'apns-priority': '10',
          'apns-id': notification.id,
          // Shown once, even if sent twice.
          'apns-collapse-id': notification.id,
          'apns-expiration': String(Math.floor(notification.expiresTime / 1000)),
        },
        JSON.stringify({ aps: { alert: { body: notification.message } } }),
        pushPatience,
      );
      if (status === 200) return { isDelivered: true };
      const reason = parseReason(body);
      if (reason === 'ExpiredProviderToken') this.token = undefined;
      const error = `Apple answered ${status}${reason === '' ? '' : ` ${reason}`}.`;
      return { isDelivered: false, error, isLasting: !isPassing(status, reason) };
    } catch {
      return { isDelivered: false, error: 'Apple did not answer.', isLasting: false };
    }
  }

  private providerToken(): Promise<string> {
    // Apple accepts no tokens from the future: the clock may have been set back since.
    if (!this.token || Math.abs(now() - this.token.madeTime) > tokenLife) {
      this.token = { text: this.sign(), madeTime: now() };
    }
    return this.token.text;
  }

  private async sign(): Promise<string> {
    const { privateKey, keyId, teamId } = this.apple;
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(now() / 1000))
      .sign(await importPKCS8(privateKey, 'ES256'));
  }

  close(): void {
    for (const connection of Object.values(this.connections)) connection.close();
  }
}

function parseReason(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' && /^\w{1,64}$/.test(reason) ? reason : '';
  } catch {
    return '';
  }
}
