import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { newWebPushKeys } from '../support/push-service';

/** Starts the program with invalid settings, and waits for its exit. */
function start(settings: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const program = resolve('dist/src/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    // Warnings at start-up would hide a missing error message.
    env: { PATH, HOME, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'error', ...settings },
    encoding: 'utf8',
    // Ends a program that hangs.
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

describe('the program', () => {
  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['BASE_URL', { BASE_URL: 'example.org' }],
    ['AUTH_URL', { AUTH_URL: 'ftp://example.org' }],
    ['TERMS_URL', { TERMS_URL: 'javascript:alert(1)' }],
    ['PRIVACY_URL', { PRIVACY_URL: 'example.org/privacy' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/x' }],
    ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'mysql://me:secret@host/db' }],
    ['DATABASE_REPLICA_URL', { DATABASE_URL: 'mysql://a/b', DATABASE_REPLICA_URL: 'mysql://host' }],
    ['DATABASE_REPLICA_LAG', { DATABASE_REPLICA_LAG: '0' }],
    ['MAIL_URL', { MAIL_URL: 'carrier-pigeon' }],
    ['BLOB_URL', { BLOB_URL: 'ftp://content' }],
    ['BLOB_URL', { BLOB_URL: 's3://' }],
    ['BLOB_URL', { BLOB_URL: 's3://content?endpoint=example.org' }],
    ['BLOB_URL', { BLOB_URL: 's3://content?zone=eu' }],
    ['BLOB_URL', { BLOB_URL: 's3://me:secret@content' }],
    ['UPLOADER_MINIMUM', { UPLOADER_MINIMUM: '2.53' }],
    ['UPLOADER_MINIMUM', { UPLOADER_MINIMUM: '02.53.0' }],
    ['LOOP_MINIMUM', { LOOP_MINIMUM: 'latest' }],
    ['ACCESS_TOKEN_TTL', { ACCESS_TOKEN_TTL: '601' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['MIGRATE', { MIGRATE: 'maybe' }],
    ['ALERT_TRANSPORT.0', { ALERT_TRANSPORT: 'smoke' }],
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
    ['WEB_PUSH_ORIGINS.0', { WEB_PUSH_ORIGINS: 'https://push.example.org/path' }],
  ])('does not start with an invalid %s, and reports it', (name, settings) => {
    const { status, output } = start(settings);
    expect(status).toBe(1);
    expect(output).toContain('These settings are not valid');
    expect(output).toContain(`  ${name}: `);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('reports all invalid settings at once', () => {
    const { output } = start({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(output).toContain('  PORT: ');
    expect(output).toContain('  LOG_LEVEL: ');
  });

  it.each<[string, Record<string, string>]>([
    ['a missing database', { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing' }],
    ['a missing folder', { DATABASE_URL: 'sqlite:/dev/null/glycograph.db' }],
    ['a foreign host', { HOST: '192.0.2.1' }],
    ['consents that are not there', { CONSENTS_FILE: '/nowhere/consents.json' }],
  ])('does not start with %s, and reports it', (_what, settings) => {
    const { status, output } = start(settings);
    expect(status).toBe(1);
    expect(output.trim()).not.toBe('');
    expect(output).not.toMatch(/\n\s+at /);
  });
});
