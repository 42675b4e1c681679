import { Accounts1763700000001 } from '../migrations/1763700000001-accounts';
import { Sharing1763700000002 } from '../migrations/1763700000002-sharing';
import { Outbox1763700000003 } from '../migrations/1763700000003-outbox';
import { Data1763700000004 } from '../migrations/1763700000004-data';
import { TokenService1763700000005 } from '../migrations/1763700000005-token-service';
import { Storage1763700000011 } from '../migrations/1763700000011-storage';
import { Messages1763700000012 } from '../migrations/1763700000012-messages';
import { RestrictedTokens1763700000014 } from '../migrations/1763700000014-restricted-tokens';
import { UserEntity } from './accounts/user.entity';
import { RevokedTokenEntity } from './auth/revoked-token.entity';
import { SessionEntity } from './auth/session.entity';
import { SigningKeyEntity } from './auth/signing-key.entity';
import { BlobEntity } from './blobs/blob.entity';
import { ConfirmationEntity } from './confirmations/confirmation.entity';
import { ConsentRecordEntity } from './consents/consent-record.entity';
import { DataSetEntity } from './data/data-set.entity';
import { RecordEntity } from './data/record.entity';
import type { Schema } from './database/data-source';
import { DeviceLogEntity } from './device-logs/device-log.entity';
import { MessageEntity } from './messages/message.entity';
import { MetadataEntity } from './metadata/metadata.entity';
import { MetricsEventEntity } from './metrics/metrics-event.entity';
import { OutboxMessageEntity } from './outbox/outbox-message.entity';
import { RestrictedTokenEntity } from './restricted-tokens/restricted-token.entity';
import { ShareEntity } from './sharing/share.entity';
import { AuthorizationCodeEntity } from './token-service/storage/authorization-code.entity';
import { BrowserSignOnEntity } from './token-service/storage/browser-sign-on.entity';
import { GrantEntity } from './token-service/storage/grant.entity';
import { IssuedAccessTokenEntity } from './token-service/storage/issued-access-token.entity';
import { LogInAttemptEntity } from './token-service/storage/log-in-attempt.entity';

/** Every entity and every migration of every area, in the order in which migrations run. An area adds its own here. */
export const persistence: Schema = {
  entities: [
    UserEntity,
    SessionEntity,
    RevokedTokenEntity,
    SigningKeyEntity,
    ShareEntity,
    MetadataEntity,
    ConfirmationEntity,
    OutboxMessageEntity,
    DataSetEntity,
    RecordEntity,
    LogInAttemptEntity,
    BrowserSignOnEntity,
    AuthorizationCodeEntity,
    GrantEntity,
    IssuedAccessTokenEntity,
    BlobEntity,
    DeviceLogEntity,
    ConsentRecordEntity,
    MessageEntity,
    MetricsEventEntity,
    RestrictedTokenEntity,
  ],
  migrations: [
    Accounts1763700000001,
    Sharing1763700000002,
    Outbox1763700000003,
    Data1763700000004,
    TokenService1763700000005,
    Storage1763700000011,
    Messages1763700000012,
    RestrictedTokens1763700000014,
  ],
};
