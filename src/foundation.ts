import { AccountService } from './accounts/account.service';
import { PasswordHasher } from './accounts/password';
import { AuditService } from './audit/audit.service';
import { AccountDeletionService } from './auth/account-deletion.service';
import { IdentityService } from './auth/identity.service';
import { KeyRingService } from './auth/key-ring.service';
import { SessionService } from './auth/session.service';
import { TokenService } from './auth/token.service';
import type { Config } from './config';
import { ConfirmationRecords } from './confirmations/confirmation-records.service';
import { MailedLinks } from './confirmations/mailed-links';
import { RequestedMails } from './confirmations/requested-mails.service';
import type { Database } from './database/database';
import { createDeviceParts } from './device-tokens/device-parts';
import { EventService } from './events/event.service';
import { openEventBus } from './events/open-event-bus';
import { IdempotencyService } from './idempotency/idempotency.service';
import type { Logger } from './logging';
import { MetadataService } from './metadata/metadata.service';
import { OutboxService } from './outbox/outbox.service';
import { openPushTransport } from './push/open-push-transport';
import { RestrictedTokenService } from './restricted-tokens/restricted-token.service';
import { openContentStore } from './storage/open-content-store';
import { TaskService } from './tasks/task.service';
import { DatabaseCounters } from './throttle/database-counters';
import { openCounterStore } from './throttle/open-counter-store';
import { createThrottles } from './throttle/throttles';
import { TransactionThrottle } from './throttle/transaction-throttle';

/** Address of a realm of the token service, the `iss` of its tokens. */
export const issuerOf = (authUrl: string, realm: string): string => `${authUrl}/realms/${realm}`;

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

/** Seconds that the longest-lived tokens live: refresh tokens, and session tokens of apps that never renew them. */
const longestTokenLife = (config: Config): number =>
  Math.max(config.OFFLINE_IDLE_TTL, config.REMEMBERED_TTL, config.SIGN_ON_TTL, config.LONG_SESSION_TTL);

/** The services that all areas stand on: accounts and their sessions, the outbox, events, tasks, stores. */
export function createFoundation(config: Config, database: Database, log: Logger) {
  const databaseCounters = new DatabaseCounters(database);
  const counters = openCounterStore(config, databaseCounters, log);
  const throttles = createThrottles(counters, config);
  const mailLimit = { name: 'mail', events: config.MAILS_PER_HOUR, seconds: 3600 };
  const mailThrottle = new TransactionThrottle(databaseCounters, mailLimit);
  const audit = new AuditService(database, milliseconds(config.AUDIT_RETENTION));
  const events = new EventService(database, openEventBus(config, log), config.EVENT_TTL * 1000, log);
  const outbox = new OutboxService(database);
  const restrictedTokens = new RestrictedTokenService(database);
  const confirmationRecords = new ConfirmationRecords(database);
  const mailedLinks = new MailedLinks(confirmationRecords, restrictedTokens);
  const accounts = new AccountService(
    database,
    new PasswordHasher(config.PASSWORD_HASH_MEMORY),
    config.VERIFICATION_SECRET,
    mailedLinks,
  );
  const metadata = new MetadataService(database);
  const sessions = new SessionService(database, events, audit);
  const keyRings = new KeyRingService(database, {
    signing: config.SIGNING_KEY_TTL * 1000,
    longestToken: longestTokenLife(config) * 1000,
  });
  const tokens = new TokenService(keyRings);
  return {
    counters,
    databaseCounters,
    throttles,
    audit,
    events,
    outbox,
    requestedMails: new RequestedMails(accounts, outbox, mailThrottle),
    tasks: new TaskService(database, events),
    contentStore: openContentStore(config.BLOB_URL),
    idempotency: new IdempotencyService(database),
    accounts,
    accountDeletions: new AccountDeletionService(
      database,
      accounts,
      sessions,
      metadata,
      throttles,
      outbox,
      audit,
    ),
    metadata,
    sessions,
    restrictedTokens,
    keyRings,
    tokens,
    identity: new IdentityService(tokens, sessions, restrictedTokens, accounts, {
      realms: config.realms,
      issuerOf: (realm) => issuerOf(config.AUTH_URL, realm),
      metricsToken: config.METRICS_TOKEN,
    }),
    confirmationRecords,
    ...createDeviceParts(database, config),
    pushTransport: openPushTransport(config, log),
  };
}
