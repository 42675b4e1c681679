import { AccountDirectory } from './accounts/account-directory.service';
import { AccountService } from './accounts/account.service';
import { AccountUpdateService } from './auth/account-update.service';
import { AuthService } from './auth/auth.service';
import { CustodialAccountService } from './auth/custodial-account.service';
import { IdentityService } from './auth/identity.service';
import { KeyRingService } from './auth/key-ring.service';
import { SessionService } from './auth/session.service';
import { SignupAcceptanceService } from './auth/signup-acceptance.service';
import { TokenService } from './auth/token.service';
import { BlobService } from './blobs/blob.service';
import type { Config } from './config';
import { ConfirmationService } from './confirmations/confirmation.service';
import { ConsentService } from './consents/consent.service';
import { PasswordResetService } from './confirmations/password-reset.service';
import { DataSetService } from './data/data-set.service';
import { DeletionService } from './data/deletion.service';
import { RecordReader } from './data/record-reader.service';
import { UploadService } from './data/upload.service';
import type { Database } from './database/database';
import { DeviceLogService } from './device-logs/device-log.service';
import { MessageService } from './messages/message.service';
import { MetadataService } from './metadata/metadata.service';
import { MetricsService } from './metrics/metrics.service';
import { OutboxService } from './outbox/outbox.service';
import { RestrictedTokenService } from './restricted-tokens/restricted-token.service';
import { RelatedUserService } from './sharing/related-user.service';
import { SharingService } from './sharing/sharing.service';
import { openContentStore } from './storage/open-content-store';

/** Address of a realm of the token service, the `iss` of its tokens. */
export const issuerOf = (authUrl: string, realm: string): string => `${authUrl}/realms/${realm}`;

/** Puts the services of all areas together, each with exactly what it needs. */
export function createServices(config: Config, database: Database) {
  const outbox = new OutboxService(database);
  const contentStore = openContentStore(config.BLOB_URL);
  const dataSets = new DataSetService(database);
  const accounts = new AccountService(database, config.VERIFICATION_SECRET);
  const sharing = new SharingService(database, accounts);
  const metadata = new MetadataService(database);
  const sessions = new SessionService(database);
  const tokens = new TokenService(new KeyRingService(database));
  const confirmations = new ConfirmationService(database, accounts, outbox, {
    webUrl: config.WEB_URL,
    signupLifetime: config.SIGNUP_TTL,
  });
  const restrictedTokens = new RestrictedTokenService(database);
  const identity = new IdentityService(tokens, sessions, restrictedTokens, accounts, {
    realms: config.realms,
    issuerOf: (realm) => issuerOf(config.AUTH_URL, realm),
  });
  return {
    config,
    outbox,
    accounts,
    accountDirectory: new AccountDirectory(database, accounts),
    sessions,
    tokens,
    identity,
    restrictedTokens,
    signups: new SignupAcceptanceService(database, accounts, confirmations, metadata, sharing),
    accountUpdates: new AccountUpdateService(database, accounts, sessions, confirmations, sharing),
    auth: new AuthService(database, accounts, sessions, tokens, config),
    custodialAccounts: new CustodialAccountService(database, accounts, sharing),
    sharing,
    relatedUsers: new RelatedUserService(sharing, accounts, metadata),
    metadata,
    confirmations,
    passwordResets: new PasswordResetService(database, accounts, sessions, confirmations, outbox, {
      webUrl: config.WEB_URL,
      lifetime: config.RESET_TTL,
    }),
    dataSets,
    uploads: new UploadService(database, dataSets),
    deletions: new DeletionService(database, dataSets),
    records: new RecordReader(database),
    contentStore,
    blobs: new BlobService(database, contentStore, outbox),
    deviceLogs: new DeviceLogService(database, contentStore),
    messages: new MessageService(database, { removedLifetime: config.REMOVED_MESSAGE_TTL }),
    consents: new ConsentService(database),
    metrics: new MetricsService(config.METRICS_SALT),
  };
}

export type Services = ReturnType<typeof createServices>;
