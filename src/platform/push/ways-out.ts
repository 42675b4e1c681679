import { createECDH, createPrivateKey } from 'node:crypto';
import type { WebPushKeys } from './web-push-transport';

/** The settings for notifications, as parsed. */
interface PushSettings {
  ALERT_TRANSPORT: readonly ('log' | 'apns' | 'webpush' | 'webhook')[];
  ALERT_WEBHOOK_URL?: string;
  ALERT_WEBHOOK_SECRET?: string;
  APNS_KEY?: string;
  APNS_KEY_ID?: string;
  APNS_TEAM_ID?: string;
  APNS_TOPIC?: string;
  APNS_PRODUCTION_URL: string;
  APNS_SANDBOX_URL: string;
  WEB_PUSH_PUBLIC_KEY?: string;
  WEB_PUSH_PRIVATE_KEY?: string;
  WEB_PUSH_SUBJECT?: string;
}

/** Throws an error that names the invalid setting. */
type Refuse = (problem: string) => never;

function isEllipticKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
}

function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

function webhook(settings: PushSettings, refuse: Refuse) {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = settings;
  if (url === undefined) return refuse('ALERT_WEBHOOK_URL: required if ALERT_TRANSPORT includes webhook');
  return { transport: 'webhook' as const, url, secret };
}

function apple(settings: PushSettings, refuse: Refuse) {
  const { APNS_KEY, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = settings;
  if (!APNS_KEY || !keyId || !teamId || !topic)
    return refuse(
      'APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC: required if ALERT_TRANSPORT includes apns',
    );
  const urls = { production: settings.APNS_PRODUCTION_URL, sandbox: settings.APNS_SANDBOX_URL };
  const privateKey = APNS_KEY.replaceAll('\\n', '\n');
  if (!isEllipticKey(privateKey))
    return refuse('APNS_KEY: must be a private key in PEM format, as issued by Apple');
  return { transport: 'apns' as const, privateKey, keyId, teamId, topic, urls };
}

function browsers(settings: PushSettings, refuse: Refuse): WebPushKeys & { transport: 'webpush' } {
  const { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey } = settings;
  const { WEB_PUSH_SUBJECT: subject } = settings;
  if (!publicKey || !privateKey || !subject)
    return refuse(
      'WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_SUBJECT: required if ALERT_TRANSPORT includes webpush',
    );
  if (!isPair(publicKey, privateKey))
    return refuse('WEB_PUSH_PUBLIC_KEY: must belong to WEB_PUSH_PRIVATE_KEY');
  return { transport: 'webpush', publicKey, privateKey, subject };
}

/**
 * The transports for alerts, each with its settings. Calls `refuse` for a selected transport whose settings are
 * missing.
 */
export const waysOut = (settings: PushSettings, refuse: Refuse) =>
  settings.ALERT_TRANSPORT.map((transport) => {
    switch (transport) {
      case 'log':
        return { transport };
      case 'webhook':
        return webhook(settings, refuse);
      case 'apns':
        return apple(settings, refuse);
      case 'webpush':
        return browsers(settings, refuse);
    }
  });
