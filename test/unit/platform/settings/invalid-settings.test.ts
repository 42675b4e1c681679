import { readConfig } from '../../../../src/platform/config';
import { newWebPushKeys } from '../../../support/push-service';

function refusal(settings: Record<string, string>): string {
  try {
    readConfig({ DATABASE_URL: 'sqlite::memory:', ...settings });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('They are valid.');
}

it.each<[string, Record<string, string>]>([
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['BASE_URL', { BASE_URL: 'example.org' }],
  ['AUTH_URL', { AUTH_URL: 'ftp://example.org' }],
  ['TERMS_URL', { TERMS_URL: 'javascript:alert(1)' }],
  ['PRIVACY_URL', { PRIVACY_URL: 'example.org/privacy' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/x' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost' }],
  ['DATABASE_REPLICA_URL', { DATABASE_URL: 'mysql://a/b', DATABASE_REPLICA_URL: 'mysql://a/b?ssl=true' }],
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'mysql://me:secret@host/db' }],
  ['DATABASE_REPLICA_URL', { DATABASE_URL: 'mysql://a/b', DATABASE_REPLICA_URL: 'mysql://host' }],
  ['DATABASE_REPLICA_LAG', { DATABASE_REPLICA_LAG: '0' }],
  ['MAIL_URL', { MAIL_URL: 'carrier-pigeon' }],
  ['MAIL_FROM', { MAIL_FROM: 'no address' }],
  ['HEADER_PREFIXES', { HEADER_PREFIXES: 'X-Service-,X Bad-' }],
  ['BODY_TIMEOUT', { BODY_TIMEOUT: '9999999' }],
  ['BLOB_URL', { BLOB_URL: 'ftp://content' }],
  ['BLOB_URL', { BLOB_URL: 's3://' }],
  ['BLOB_URL', { BLOB_URL: 's3://content?endpoint=example.org' }],
  ['BLOB_URL', { BLOB_URL: 's3://content?zone=eu' }],
  ['BLOB_URL', { BLOB_URL: 's3://me:secret@content' }],
  ['UPLOADER_MINIMUM', { UPLOADER_MINIMUM: '2.53' }],
  ['UPLOADER_MINIMUM', { UPLOADER_MINIMUM: '02.53.0' }],
  ['LOOP_MINIMUM', { LOOP_MINIMUM: 'latest' }],
  ['LOOP_CRITICAL_UPDATES', { LOOP_CRITICAL_UPDATES: '1.9.0, 2.0' }],
  ['ACCESS_TOKEN_TTL', { ACCESS_TOKEN_TTL: '601' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['MIGRATE', { MIGRATE: 'maybe' }],
  ['ALERT_TRANSPORT', { ALERT_TRANSPORT: 'smoke' }],
  ['ALERT_TRANSPORT', { ALERT_TRANSPORT: ',' }],
  ['ALERT_WEBHOOK_URL', { ALERT_TRANSPORT: 'webhook' }],
  ['APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC', { ALERT_TRANSPORT: 'apns', APNS_KEY: 'x' }],
  [
    'APNS_KEY',
    {
      ...{ ALERT_TRANSPORT: 'apns', APNS_KEY: 'x', APNS_KEY_ID: 'x' },
      ...{ APNS_TEAM_ID: 'x', APNS_TOPIC: 'x' },
    },
  ],
  ['WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_SUBJECT', { ALERT_TRANSPORT: 'log,webpush' }],
  [
    'WEB_PUSH_PUBLIC_KEY',
    {
      ...{ ALERT_TRANSPORT: 'webpush', WEB_PUSH_PUBLIC_KEY: newWebPushKeys().publicKey },
      ...{ WEB_PUSH_PRIVATE_KEY: newWebPushKeys().privateKey, WEB_PUSH_SUBJECT: 'mailto:a@b.c' },
    },
  ],
  ['WEB_PUSH_PRIVATE_KEY', { WEB_PUSH_PRIVATE_KEY: 'x' }],
  ['WEB_PUSH_SUBJECT', { WEB_PUSH_SUBJECT: 'me' }],
  ['WEB_PUSH_ORIGINS', { WEB_PUSH_ORIGINS: 'https://push.example.org/path' }],
])('an invalid %s is refused', (name, settings) => {
  expect(refusal(settings)).toMatch(/^These settings are not valid/);
  expect(refusal(settings)).toContain(`  ${name}: `);
});

it.each<[string, Record<string, string>, string]>([
  ['a number', { PORT: 'http' }, 'PORT: must be a number, and is "http"'],
  ['a whole number', { LOGIN_ATTEMPTS: '1.5' }, 'LOGIN_ATTEMPTS: must be a whole number, and is "1.5"'],
  ['a limit', { READY_TIMEOUT: '61' }, 'READY_TIMEOUT: must be at most 60, and is "61"'],
  ['one of several', { MIGRATE: 'maybe' }, 'MIGRATE: must be one of true, false, and is "maybe"'],
  ['an address', { AUTH_URL: 'here' }, 'AUTH_URL: must be an address that starts with http:// or https://'],
  ['a bucket', { BLOB_URL: 's3://My_Bucket' }, 'BLOB_URL: must name a bucket: 3 to 63 lower-case letters'],
  [
    'an address with known parameters',
    { DATABASE_URL: 'mysql://me:hidden@db/g?sslmode=REQUIRED' },
    'DATABASE_URL: The address takes only the parameters tls and ca, not sslmode, and is "mysql://***@db/g"',
  ],
  [
    'an encrypted address in production',
    { NODE_ENV: 'production', BASE_URL: 'http://gateway.example.org' },
    'BASE_URL: must start with https:// where NODE_ENV is production, and is "http://gateway.example.org"',
  ],
])('a refusal says that a setting must be %s, and what it is', (_what, settings, line) => {
  expect(refusal(settings)).toContain(`  ${line}`);
});
