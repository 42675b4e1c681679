import { AccountDirectory } from './accounts/account-directory.service';
import { AccountService } from './accounts/account.service';
import { AuditService } from './audit/audit.service';
import { AccountDeletionService } from './auth/account-deletion.service';
import { AccountUpdateService } from './auth/account-update.service';
import { createAlertParts } from './alerts/alert-parts';
import { AlertNotificationService } from './alerts/alert-notification.service';
import { AlertWatches } from './alerts/alert-watches';
import { AlertsService } from './alerts/alerts.service';
import { UploadReceiptsService } from './alerts/upload-receipts.service';
import { AuthPurgeService } from './auth/auth-purge.service';
import { AuthService } from './auth/auth.service';
import { CustodialAccountService } from './auth/custodial-account.service';
import { IdentityService } from './auth/identity.service';
import { KeyRingService } from './auth/key-ring.service';
import { ServiceAccountService } from './auth/service-account.service';
import { SessionService } from './auth/session.service';
import { SignupAcceptanceService } from './auth/signup-acceptance.service';
import { TokenService } from './auth/token.service';
import { BlobService } from './blobs/blob.service';
import { ClinicAccess } from './clinics/clinic-access.service';
import { ClinicNews } from './clinics/clinic-news.service';
import { createClinicOperations } from './clinics/clinic-operations';
import { ClinicServiceAccountService } from './clinics/clinic-service-account.service';
import { ClinicService } from './clinics/clinic.service';
import { ClinicianInviteService } from './clinics/clinician-invite.service';
import { PatientInviteService } from './clinics/patient-invite.service';
import { ClinicianService } from './clinics/clinician.service';
import { CustodialPatients } from './clinics/custodial-patients.service';
import { PatientCareService } from './clinics/patient-care.service';
import { PatientCopies } from './clinics/patient-copies.service';
import { PatientDirectory } from './clinics/patient-directory.service';
import { PatientListService } from './clinics/patient-list.service';
import { PatientRemoval } from './clinics/patient-removal.service';
import { PatientSummaryService } from './clinics/patient-summary.service';
import { PatientService } from './clinics/patient.service';
import { createEhrBase, createEhrParts } from './clinics/ehr/ehr-parts';
import { PatientTagService } from './clinics/patient-tag.service';
import { ConnectionInvitations } from './clinics/connections/connection-invitations';
import { SiteService } from './clinics/site.service';
import { UserClinicsService } from './clinics/user-clinics.service';
import type { Config } from './config';
import { ConfirmationRecords } from './confirmations/confirmation-records.service';
import { ConfirmationService } from './confirmations/confirmation.service';
import { ConsentEffects } from './consents/consent-effects';
import { ConsentService } from './consents/consent.service';
import { InvitationService } from './confirmations/invitation.service';
import { PasswordResetService } from './confirmations/password-reset.service';
import { SignupMailWriter } from './confirmations/signup-mail-writer';
import { IdempotencyService } from './idempotency/idempotency.service';
import { DataSetService } from './data/data-set.service';
import { DeletionService } from './data/deletion.service';
import { LegacyUploadService } from './data/legacy/legacy-upload.service';
import { GlucoseReader } from './data/glucose-reader.service';
import { RecordReader } from './data/record-reader.service';
import { RecentReadingsService } from './data/recent-readings.service';
import { UploadService } from './data/upload.service';
import { DataSourceService } from './data-sources/data-source.service';
import { findCloudSources } from './data-sources/find-cloud-sources';
import { Imports } from './data-sources/imports';
import { ProviderAuthorizationService } from './data-sources/provider-authorization.service';
import { ProviderSessionService } from './data-sources/provider-session.service';
import { Providers } from './data-sources/providers';
import { readProvidersFile } from './data-sources/providers-file';
import { TokenCipher } from './data-sources/token-cipher';
import type { Database } from './database/database';
import { EventService } from './events/event.service';
import { openEventBus } from './events/open-event-bus';
import { createLogger, type Logger } from './logging';
import { DeviceLogService } from './device-logs/device-log.service';
import { BrokeredAccountService } from './identity-providers/brokered-account.service';
import { IdentityProviderService } from './identity-providers/identity-provider.service';
import { LinkedIdentityService } from './identity-providers/linked-identity.service';
import { RelyingPartyService } from './identity-providers/relying-party.service';
import { ExportService } from './exports/export.service';
import { RequestedExportService } from './exports/requested-export.service';
import { DeviceCheckService } from './device-tokens/device-check.service';
import { DeviceTokenService } from './device-tokens/device-token.service';
import { MessageService } from './messages/message.service';
import { MetadataService } from './metadata/metadata.service';
import { MetricsService } from './metrics/metrics.service';
import { OutboxService } from './outbox/outbox.service';
import { openPushTransport } from './push/open-push-transport';
import { PrescriptionClaimService } from './prescriptions/prescription-claim.service';
import { PrescriptionDirectory } from './prescriptions/prescription-directory.service';
import { PrescriptionService } from './prescriptions/prescription.service';
import { RestrictedTokenService } from './restricted-tokens/restricted-token.service';
import { RelatedUserService } from './sharing/related-user.service';
import { SharingService } from './sharing/sharing.service';
import { openContentStore } from './storage/open-content-store';
import { GlucoseProfileService } from './summaries/glucose-profile.service';
import { SummaryService } from './summaries/summary.service';
import { TaskRunsService } from './tasks/task-runs.service';
import { TaskService } from './tasks/task.service';
import { openCounterStore } from './throttle/open-counter-store';
import { TokenServicePurge } from './token-service/storage/token-service-purge.service';
import { TokenServiceRecords } from './token-service/storage/token-service-records.service';
import { createThrottles } from './throttle/throttles';
import { ServiceCredentialsService } from './token-service/service-credentials.service';
import { TokenPairService } from './token-service/token-pair.service';
import { createParts } from './token-service/token-service-parts';

/** Address of a realm of the token service, the `iss` of its tokens. */
export const issuerOf = (authUrl: string, realm: string): string => `${authUrl}/realms/${realm}`;

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

/** Seconds that the longest-lived tokens live: refresh tokens, and session tokens of apps that never renew them. */
const longestTokenLife = (config: Config): number =>
  Math.max(config.OFFLINE_IDLE_TTL, config.REMEMBERED_TTL, config.SIGN_ON_TTL, config.LONG_SESSION_TTL);

/** Puts the services of all areas together, each with exactly what it needs. */
export function createServices(config: Config, database: Database, log: Logger = createLogger('silent')) {
  const counters = openCounterStore(config, database, log);
  const throttles = createThrottles(counters, config);
  const audit = new AuditService(database, milliseconds(config.AUDIT_RETENTION));
  const events = new EventService(database, openEventBus(config, log));
  const outbox = new OutboxService(database);
  const tasks = new TaskService(database, events);
  const contentStore = openContentStore(config.BLOB_URL);
  const idempotency = new IdempotencyService(database);
  const alertWatches = new AlertWatches(database);
  const uploadReceipts = new UploadReceiptsService(database, alertWatches);
  const dataSets = new DataSetService(database, events, idempotency, uploadReceipts);
  const accounts = new AccountService(database, config.VERIFICATION_SECRET);
  const clinicNews = new ClinicNews(events);
  const patientRemoval = new PatientRemoval(clinicNews);
  const clinicAccess = new ClinicAccess(database, patientRemoval, clinicNews);
  const sharing = new SharingService(database, accounts, clinicAccess, events, audit);
  const metadata = new MetadataService(database);
  const sessions = new SessionService(database, events, audit);
  const confirmationRecords = new ConfirmationRecords(database);
  const clinicians = new ClinicianService(database, metadata, outbox, clinicNews, config.WEB_URL);
  const clinics = new ClinicService(
    database,
    accounts,
    metadata,
    clinicians,
    confirmationRecords,
    outbox,
    patientRemoval,
    clinicNews,
    { webUrl: config.WEB_URL, demoPatientId: config.DEMO_PATIENT_ID },
  );
  const signupMails = new SignupMailWriter(accounts, metadata, clinics, config.WEB_URL);
  const confirmations = new ConfirmationService(
    database,
    accounts,
    confirmationRecords,
    outbox,
    signupMails,
    throttles,
    config.SIGNUP_TTL,
  );
  const restrictedTokens = new RestrictedTokenService(database);
  const connectionInvitations = new ConnectionInvitations(restrictedTokens, outbox, {
    baseUrl: config.BASE_URL,
    reminderDelay: config.CONNECTION_REMINDER_DELAY * 1000,
  });
  const userClinics = new UserClinicsService(database, patientRemoval, connectionInvitations, clinicNews);
  const accountDeletions = new AccountDeletionService(
    database,
    accounts,
    sessions,
    metadata,
    throttles,
    outbox,
  );
  const alerts = new AlertsService(database, alertWatches);
  const alertNotifications = new AlertNotificationService(database, config.ALERT_NOTIFICATION_TTL * 1000);
  const deviceTokens = new DeviceTokenService(database);
  const pushTransport = openPushTransport(config, log);
  const patientDirectory = new PatientDirectory(database);
  const custodialPatients = new CustodialPatients(
    accounts,
    metadata,
    confirmations,
    accountDeletions,
    dataSets,
    userClinics,
  );
  const prescriptionDirectory = new PrescriptionDirectory(database);
  const prescriptions = new PrescriptionService(
    database,
    prescriptionDirectory,
    clinics,
    outbox,
    events,
    config.WEB_URL,
  );
  const keyRings = new KeyRingService(database, {
    signing: config.SIGNING_KEY_TTL * 1000,
    longestToken: longestTokenLife(config) * 1000,
  });
  const tokens = new TokenService(keyRings);
  const identity = new IdentityService(tokens, sessions, restrictedTokens, accounts, {
    realms: config.realms,
    issuerOf: (realm) => issuerOf(config.AUTH_URL, realm),
    metricsToken: config.METRICS_TOKEN,
  });
  const providers = new Providers(
    config.PROVIDERS_FILE === undefined ? [] : readProvidersFile(config.PROVIDERS_FILE, config.BASE_URL),
  );
  const providerSessions = new ProviderSessionService(
    database,
    accounts,
    new Imports(tasks, dataSets, providers.deliveryOf, config.NAME_PREFIX),
    new TokenCipher(database, config.PROVIDER_TOKEN_KEY),
  );
  const dataSources = new DataSourceService(database, accounts, providerSessions);
  const glucoseReader = new GlucoseReader(database);
  const patientSummaries = new PatientSummaryService(database, clinicNews);
  const ehrBase = createEhrBase(database, tasks, {
    verificationToken: config.REDOX_VERIFICATION_TOKEN,
    prefix: config.NAME_PREFIX,
  });
  const summaries = new SummaryService(database, glucoseReader, patientSummaries, ehrBase.ehrSync, events);
  const patients = new PatientService(
    database,
    accounts,
    metadata,
    patientDirectory,
    custodialPatients,
    connectionInvitations,
    new PatientCopies(dataSources, summaries),
    clinicNews,
    config.DEMO_PATIENT_ID,
  );
  const patientTags = new PatientTagService(database, clinicNews);
  const ehrParts = createEhrParts(
    ehrBase,
    { database, tasks, outbox, directory: patientDirectory, patients, patientTags },
    { url: config.REDOX_URL, token: config.REDOX_TOKEN, prefix: config.NAME_PREFIX },
  );
  const records = new RecordReader(database, findCloudSources);
  const identityProviders = new IdentityProviderService(config.IDENTITY_PROVIDERS_FILE);
  const linkedIdentities = new LinkedIdentityService(database);
  const house = {
    config,
    audit,
    events,
    outbox,
    accounts,
    accountDirectory: new AccountDirectory(database, accounts),
    sessions,
    tokens,
    identity,
    restrictedTokens,
    signups: new SignupAcceptanceService(database, accounts, confirmations, metadata, sharing, throttles),
    accountUpdates: new AccountUpdateService(
      database,
      accounts,
      sessions,
      confirmations,
      sharing,
      userClinics,
    ),
    accountDeletions,
    tokenServiceRecords: new TokenServiceRecords(database),
    tokenServicePurge: new TokenServicePurge(database),
    serviceAccounts: new ServiceAccountService(database, accounts),
    identityProviders,
    linkedIdentities,
    relyingParty: new RelyingPartyService(),
    brokeredAccounts: new BrokeredAccountService(
      database,
      accounts,
      sessions,
      metadata,
      identityProviders,
      linkedIdentities,
    ),
    counters,
    throttles,
    authPurge: new AuthPurgeService(database, keyRings, config.OFFLINE_IDLE_TTL * 1000),
    auth: new AuthService(database, accounts, sessions, tokens, throttles, audit, sharing, config),
    custodialAccounts: new CustodialAccountService(database, accounts, sharing),
    sharing,
    relatedUsers: new RelatedUserService(sharing, accounts, metadata),
    metadata,
    confirmationRecords,
    confirmations,
    alerts,
    alertNotifications,
    uploadReceipts,
    pushTransport,
    ...createAlertParts({
      database,
      alerts,
      watches: alertWatches,
      receipts: uploadReceipts,
      readings: new RecentReadingsService(database),
      sharing,
      notifications: alertNotifications,
      deviceTokens,
      events,
      transport: pushTransport,
      brand: config.alertBrand,
      log,
    }),
    invitations: new InvitationService(
      database,
      accounts,
      metadata,
      sharing,
      alerts,
      confirmationRecords,
      outbox,
      throttles,
      events,
      audit,
      { webUrl: config.WEB_URL, lifetime: config.INVITE_TTL },
    ),
    passwordResets: new PasswordResetService(
      database,
      accounts,
      sessions,
      confirmationRecords,
      confirmations,
      outbox,
      { webUrl: config.WEB_URL, lifetime: config.RESET_TTL },
    ),
    idempotency,
    dataSets,
    uploads: new UploadService(dataSets, events, idempotency, uploadReceipts),
    legacyUploads: new LegacyUploadService(
      database,
      accounts,
      events,
      config.UPLOADER_MINIMUM,
      uploadReceipts,
    ),
    deletions: new DeletionService(database, dataSets, accounts, idempotency),
    records,
    exports: new ExportService(records, {
      brand: config.EXPORT_BRAND,
      timeLimit: config.EXPORT_TIMEOUT * 1000,
    }),
    tasks,
    taskRuns: new TaskRunsService(database, events),
    requestedExports: new RequestedExportService(database, contentStore, tasks, outbox, events, {
      lifetime: config.EXPORT_TTL * 1000,
      taskType: `${config.NAME_PREFIX}.export`,
    }),
    providers,
    providerSessions,
    dataSources,
    providerAuthorizations: new ProviderAuthorizationService(
      providers,
      providerSessions,
      restrictedTokens,
      accounts,
      confirmations,
      { baseUrl: config.BASE_URL, webUrl: config.WEB_URL },
    ),
    contentStore,
    blobs: new BlobService(database, contentStore, outbox, idempotency),
    deviceLogs: new DeviceLogService(database, contentStore, outbox, idempotency),
    deviceTokens,
    deviceChecks: new DeviceCheckService({ url: config.DEVICE_CHECK_URL, key: config.deviceCheckKey }),
    messages: new MessageService(database, events, { removedLifetime: config.REMOVED_MESSAGE_TTL }),
    consents: new ConsentService(
      database,
      new ConsentEffects(accounts, sharing, outbox, {
        webUrl: config.WEB_URL,
        donationRecipient: config.DONATION_RECIPIENT,
      }),
    ),
    clinics,
    ...ehrParts,
    ...createClinicOperations(
      {
        database,
        syncTasks: ehrParts.ehrSyncTasks,
        accounts,
        metadata,
        sessions,
        sharing,
        clinicians,
        patients,
        confirmations: confirmationRecords,
        connectionInvitations,
        news: clinicNews,
        tasks,
        events,
        outbox,
        mergeSteps: [(manager, pair) => prescriptions.moveAll(manager, pair)],
      },
      {
        webUrl: config.WEB_URL,
        demoPatientId: config.DEMO_PATIENT_ID,
        namePrefix: config.NAME_PREFIX,
        migrationDelay: config.CLINIC_MIGRATION_DELAY * 1000,
      },
    ),
    clinicians,
    patientDirectory,
    patients,
    patientCare: new PatientCareService(
      database,
      accounts,
      patientDirectory,
      custodialPatients,
      patientRemoval,
      clinicNews,
      outbox,
      config.WEB_URL,
    ),
    patientList: new PatientListService(database, patientDirectory),
    patientSummaries,
    summaries,
    glucoseProfiles: new GlucoseProfileService(database, glucoseReader),
    clinicianInvites: new ClinicianInviteService(
      database,
      accounts,
      metadata,
      clinicians,
      confirmationRecords,
      outbox,
      clinicNews,
      config.WEB_URL,
    ),
    patientInvites: new PatientInviteService(
      database,
      metadata,
      clinics,
      clinicians,
      patients,
      patientDirectory,
      confirmationRecords,
      outbox,
      clinicNews,
      { webUrl: config.WEB_URL, lifetime: config.INVITE_TTL },
    ),
    patientTags,
    sites: new SiteService(database, clinicNews),
    userClinics,
    prescriptionDirectory,
    prescriptions,
    prescriptionClaims: new PrescriptionClaimService(database, prescriptionDirectory, patients, events),
    metrics: new MetricsService(database, config.METRICS_SALT),
  };
  const tokenServiceParts = createParts({ ...house, database, log }, (realm) =>
    issuerOf(config.AUTH_URL, realm),
  );
  return {
    ...house,
    tokenServiceParts,
    tokenPairs: new TokenPairService(tokenServiceParts),
    clinicServiceAccounts: new ClinicServiceAccountService(
      database,
      clinicians,
      new ServiceCredentialsService(tokenServiceParts.clients, house.serviceAccounts),
    ),
  };
}

export type Services = ReturnType<typeof createServices>;
