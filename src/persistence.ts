import { Accounts1763700000001 } from '../migrations/1763700000001-accounts';
import { Sharing1763700000002 } from '../migrations/1763700000002-sharing';
import { Outbox1763700000003 } from '../migrations/1763700000003-outbox';
import { Data1763700000004 } from '../migrations/1763700000004-data';
import { TokenService1763700000005 } from '../migrations/1763700000005-token-service';
import { Storage1763700000011 } from '../migrations/1763700000011-storage';
import { Messages1763700000012 } from '../migrations/1763700000012-messages';
import { RestrictedTokens1763700000014 } from '../migrations/1763700000014-restricted-tokens';
import { Audit1763700000020 } from '../migrations/1763700000020-audit';
import { AccountDeletion1763700000021 } from '../migrations/1763700000021-account-deletion';
import { DeviceTokens1763700000022 } from '../migrations/1763700000022-device-tokens';
import { WebPush1763700000070 } from '../migrations/1763700000070-web-push';
import { DataSources1763700000028 } from '../migrations/1763700000028-data-sources';
import { MedtronicOrigins1763700000029 } from '../migrations/1763700000029-medtronic-origins';
import { Tasks1763700000030 } from '../migrations/1763700000030-tasks';
import { SessionProvider1763700000023 } from '../migrations/1763700000023-session-provider';
import { LaunchedPatients1763700000041 } from '../migrations/1763700000041-launched-patients';
import { AlertEvaluation1763700000052 } from '../migrations/1763700000052-alert-evaluation';
import { IdentityProviders1763700000024 } from '../migrations/1763700000024-identity-providers';
import { Throttle1763700000025 } from '../migrations/1763700000025-throttle';
import { ClientConsents1763700000027 } from '../migrations/1763700000027-client-consents';
import { LegacyData1763700000032 } from '../migrations/1763700000032-legacy-data';
import { Invitations1763700000034 } from '../migrations/1763700000034-invitations';
import { Alerts1763700000035 } from '../migrations/1763700000035-alerts';
import { LogIn1763700000026 } from '../migrations/1763700000026-log-in';
import { Clinics1763700000036 } from '../migrations/1763700000036-clinics';
import { PatientSummaries1763700000037 } from '../migrations/1763700000037-patient-summaries';
import { DoneRequests1763700000042 } from '../migrations/1763700000042-done-requests';
import { ClaimedTasks1763700000050 } from '../migrations/1763700000050-claimed-tasks';
import { FirstSummaries1763700000057 } from '../migrations/1763700000057-first-summaries';
import { Summaries1763700000056 } from '../migrations/1763700000056-summaries';
import { RequestedExports1763700000051 } from '../migrations/1763700000051-requested-exports';
import { ClinicDeletions1763700000054 } from '../migrations/1763700000054-clinic-deletions';
import { ConsentChanges1763700000073 } from '../migrations/1763700000073-consent-changes';
import { ConsentDigests1763700000072 } from '../migrations/1763700000072-consent-digests';
import { EhrOutgoing1763700000065 } from '../migrations/1763700000065-ehr-outgoing';
import { Xealth1763700000078 } from '../migrations/1763700000078-xealth';
import { StandingOfRequests1763700000080 } from '../migrations/1763700000080-standing-of-requests';
import { FinishedLogIns1763700000100 } from '../migrations/1763700000100-finished-log-ins';
import { EhrMessages1763700000064 } from '../migrations/1763700000064-ehr-messages';
import { Prescriptions1763700000058 } from '../migrations/1763700000058-prescriptions';
import { ClinicMigrations1763700000060 } from '../migrations/1763700000060-clinic-migrations';
import { ClinicMerges1763700000061 } from '../migrations/1763700000061-clinic-merges';
import { ShareChanges1763700000053 } from '../migrations/1763700000053-share-changes';
import { PatientLists1763700000055 } from '../migrations/1763700000055-patient-lists';
import { SiteNames1763700000074 } from '../migrations/1763700000074-site-names';
import { CaseOfAllScripts1763700000089 } from '../migrations/1763700000089-case-of-all-scripts';
import { ReadsOnRecord1763700000090 } from '../migrations/1763700000090-reads-on-record';
import { SummaryBytes1763700000091 } from '../migrations/1763700000091-summary-bytes';
import { GivenUpTimes1763700000115 } from '../migrations/1763700000115-given-up-times';
import { NewestExports1763700000116 } from '../migrations/1763700000116-newest-exports';
import { LogInRounds1763700000165 } from '../migrations/1763700000165-log-in-rounds';
import { EventLog1763700000155 } from '../migrations/1763700000155-event-log';
import { LabelNames1763700000092 } from '../migrations/1763700000092-label-names';
import { FormerAddresses1763700000105 } from '../migrations/1763700000105-former-addresses';
import { OrphanedSummaries1763700000120 } from '../migrations/1763700000120-orphaned-summaries';
import { ReadingsAhead1763700000121 } from '../migrations/1763700000121-readings-ahead';
import { StuckPatients1763700000122 } from '../migrations/1763700000122-stuck-patients';
import { EhrOrderOutcomes1763700000123 } from '../migrations/1763700000123-ehr-order-outcomes';
import { RowTurns1763700000160 } from '../migrations/1763700000160-row-turns';
import { WriteProbes1763700000150 } from '../migrations/1763700000150-write-probes';
import { SearchWithoutAccents1763700000125 } from '../migrations/1763700000125-search-without-accents';
import { UserEntity } from './accounts/user.entity';
import { AuditAccessEntity } from './audit/audit-access.entity';
import { AuditEntryEntity } from './audit/audit-entry.entity';
import { AuditReadEntity } from './audit/audit-read.entity';
import { AlertsConfigEntity } from './alerts/alerts-config.entity';
import { AlertNotificationEntity } from './alerts/alert-notification.entity';
import { AlertWatchEntity } from './alerts/alert-watch.entity';
import { UploadReceiptEntity } from './alerts/upload-receipt.entity';
import { RevokedTokenEntity } from './auth/revoked-token.entity';
import { SessionEntity } from './auth/session.entity';
import { SigningKeyEntity } from './auth/signing-key.entity';
import { BlobEntity } from './blobs/blob.entity';
import { ClinicDeletionEntity } from './clinics/clinic-deletion.entity';
import { ClinicEntity } from './clinics/clinic.entity';
import { ClinicianEntity } from './clinics/clinician.entity';
import { ClinicMergeEntity } from './clinics/merging/clinic-merge.entity';
import { MigrationEntity } from './clinics/migrations/migration.entity';
import { PatientEntity } from './clinics/patient.entity';
import { PatientSiteEntity } from './clinics/patient-site.entity';
import { PatientSummaryEntity } from './clinics/patient-summary.entity';
import { PatientTagEntity } from './clinics/patient-tag.entity';
import { ShareCodeEntity } from './clinics/share-code.entity';
import { SiteEntity } from './clinics/site.entity';
import { SummaryPeriodEntity } from './clinics/summary-period.entity';
import { TaggingEntity } from './clinics/tagging.entity';
import { ConfirmationEntity } from './confirmations/confirmation.entity';
import { ConsentRecordEntity } from './consents/consent-record.entity';
import { DataSetEntity } from './data/data-set.entity';
import { GlucoseChangeEntity } from './data/glucose-change.entity';
import { MedtronicOriginEntity } from './data/medtronic-origin.entity';
import { RecordEntity } from './data/record.entity';
import { DataSourceEntity } from './data-sources/data-source.entity';
import { ProviderSessionEntity } from './data-sources/provider-session.entity';
import { ProviderTokenKeyEntity } from './data-sources/provider-token-key.entity';
import type { Schema } from './database/data-source';
import { DeviceLogEntity } from './device-logs/device-log.entity';
import { DeviceTokenEntity } from './device-tokens/device-token.entity';
import { WebPushSubscriptionEntity } from './device-tokens/web-push-subscription.entity';
import { RequestedExportEntity } from './exports/requested-export.entity';
import { LinkedIdentityEntity } from './identity-providers/linked-identity.entity';
import { DoneRequestEntity } from './idempotency/done-request.entity';
import { WriteProbeEntity } from './health/write-probe.entity';
import { MessageEntity } from './messages/message.entity';
import { MetadataEntity } from './metadata/metadata.entity';
import { MetricsEventEntity } from './metrics/metrics-event.entity';
import { OutboxMessageEntity } from './outbox/outbox-message.entity';
import { EhrMessageEntity } from './clinics/ehr/ehr-message.entity';
import { EhrSubscriptionEntity } from './clinics/ehr/ehr-subscription.entity';
import { XealthOrderEntity } from './clinics/ehr/xealth/xealth-order.entity';
import { XealthPreorderEntity } from './clinics/ehr/xealth/xealth-preorder.entity';
import { XealthViewEntity } from './clinics/ehr/xealth/xealth-view.entity';
import { OutgoingMessageEntity } from './clinics/ehr/outgoing-message.entity';
import { ScheduledOrderEntity } from './clinics/ehr/scheduled-order.entity';
import { PrescriptionRevisionEntity } from './prescriptions/prescription-revision.entity';
import { PrescriptionEntity } from './prescriptions/prescription.entity';
import { RestrictedTokenEntity } from './restricted-tokens/restricted-token.entity';
import { ShareEntity } from './sharing/share.entity';
import { EventEntity } from './events/event.entity';
import { SummaryBucketEntity, SummaryEntity } from './summaries/summary.entity';
import { TaskEntity } from './tasks/task.entity';
import { AuthorizationCodeEntity } from './token-service/storage/authorization-code.entity';
import { BrowserSignOnEntity } from './token-service/storage/browser-sign-on.entity';
import { ClientConsentEntity } from './token-service/storage/client-consent.entity';
import { GrantEntity } from './token-service/storage/grant.entity';
import { IssuedAccessTokenEntity } from './token-service/storage/issued-access-token.entity';
import { ThrottleCounterEntity } from './throttle/throttle-counter.entity';
import { LaunchedPatientEntity } from './token-service/storage/launched-patient.entity';
import { LogInAttemptEntity } from './token-service/storage/log-in-attempt.entity';
import { ProviderVisitEntity } from './token-service/storage/provider-visit.entity';

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
    DoneRequestEntity,
    MedtronicOriginEntity,
    LogInAttemptEntity,
    BrowserSignOnEntity,
    AuthorizationCodeEntity,
    GrantEntity,
    IssuedAccessTokenEntity,
    ClientConsentEntity,
    LaunchedPatientEntity,
    BlobEntity,
    DeviceLogEntity,
    ConsentRecordEntity,
    MessageEntity,
    MetricsEventEntity,
    RestrictedTokenEntity,
    RequestedExportEntity,
    AuditAccessEntity,
    AuditEntryEntity,
    AuditReadEntity,
    DeviceTokenEntity,
    WebPushSubscriptionEntity,
    DataSourceEntity,
    ProviderSessionEntity,
    ProviderTokenKeyEntity,
    TaskEntity,
    LinkedIdentityEntity,
    ProviderVisitEntity,
    ThrottleCounterEntity,
    AlertsConfigEntity,
    AlertNotificationEntity,
    AlertWatchEntity,
    UploadReceiptEntity,
    ClinicEntity,
    ClinicDeletionEntity,
    ClinicianEntity,
    MigrationEntity,
    ClinicMergeEntity,
    PatientEntity,
    PatientSiteEntity,
    PatientSummaryEntity,
    PatientTagEntity,
    ShareCodeEntity,
    SiteEntity,
    SummaryPeriodEntity,
    TaggingEntity,
    GlucoseChangeEntity,
    SummaryEntity,
    SummaryBucketEntity,
    EhrMessageEntity,
    EhrSubscriptionEntity,
    XealthOrderEntity,
    XealthPreorderEntity,
    XealthViewEntity,
    ScheduledOrderEntity,
    OutgoingMessageEntity,
    PrescriptionEntity,
    PrescriptionRevisionEntity,
    WriteProbeEntity,
    EventEntity,
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
    Audit1763700000020,
    AccountDeletion1763700000021,
    DeviceTokens1763700000022,
    DataSources1763700000028,
    MedtronicOrigins1763700000029,
    Tasks1763700000030,
    SessionProvider1763700000023,
    IdentityProviders1763700000024,
    Throttle1763700000025,
    LegacyData1763700000032,
    Invitations1763700000034,
    Alerts1763700000035,
    LogIn1763700000026,
    ClientConsents1763700000027,
    Clinics1763700000036,
    PatientSummaries1763700000037,
    LaunchedPatients1763700000041,
    Summaries1763700000056,
    FirstSummaries1763700000057,
    DoneRequests1763700000042,
    ClaimedTasks1763700000050,
    AlertEvaluation1763700000052,
    RequestedExports1763700000051,
    ClinicDeletions1763700000054,
    Prescriptions1763700000058,
    EhrMessages1763700000064,
    ConsentDigests1763700000072,
    ConsentChanges1763700000073,
    EhrOutgoing1763700000065,
    ClinicMigrations1763700000060,
    ClinicMerges1763700000061,
    PatientLists1763700000055,
    SiteNames1763700000074,
    CaseOfAllScripts1763700000089,
    ReadsOnRecord1763700000090,
    SummaryBytes1763700000091,
    LabelNames1763700000092,
    FormerAddresses1763700000105,
    ShareChanges1763700000053,
    Xealth1763700000078,
    StandingOfRequests1763700000080,
    FinishedLogIns1763700000100,
    WebPush1763700000070,
    OrphanedSummaries1763700000120,
    ReadingsAhead1763700000121,
    StuckPatients1763700000122,
    EhrOrderOutcomes1763700000123,
    GivenUpTimes1763700000115,
    SearchWithoutAccents1763700000125,
    NewestExports1763700000116,
    WriteProbes1763700000150,
    RowTurns1763700000160,
    LogInRounds1763700000165,
    EventLog1763700000155,
  ],
};
