import { AccountDirectory } from './accounts/account-directory.service';
import { AccountUpdateService } from './auth/account-update.service';
import { createAlertParts } from './alerts/alert-parts';
import { AlertNotificationService } from './alerts/alert-notification.service';
import { AlertWatches } from './alerts/alert-watches';
import { AlertsService } from './alerts/alerts.service';
import { UploadReceiptsService } from './alerts/upload-receipts.service';
import { AuthPurgeService } from './auth/auth-purge.service';
import { AuthService } from './auth/auth.service';
import { CustodialAccountService } from './auth/custodial-account.service';
import { ServiceAccountService } from './auth/service-account.service';
import { SignupAcceptanceService } from './auth/signup-acceptance.service';
import { BlobService } from './blobs/blob.service';
import { ClinicAccess } from './clinics/clinic-access.service';
import { ClinicNews } from './clinics/clinic-news.service';
import { createClinicOperations } from './clinics/clinic-operations';
import { ClinicServiceAccountService } from './clinics/clinic-service-account.service';
import { ClinicService } from './clinics/clinic.service';
import { ClinicianService } from './clinics/clinician.service';
import { CustodialPatients } from './clinics/custodial-patients.service';
import { PatientCopies } from './clinics/patient-copies.service';
import { PatientDirectory } from './clinics/patient-directory.service';
import { PatientRemoval } from './clinics/patient-removal.service';
import { PatientSummaryService } from './clinics/patient-summary.service';
import { PatientService } from './clinics/patient.service';
import { createEhrBase, createEhrParts, ehrOptionsOf } from './clinics/ehr/ehr-parts';
import { ConnectionInvitations } from './clinics/connections/connection-invitations';
import { UserClinicsService } from './clinics/user-clinics.service';
import { createPatientServices } from './clinics/patient-services';
import { PatientTagService } from './clinics/patient-tag.service';
import type { Config } from './config';
import { createFoundation, issuerOf } from './foundation';
import { ConfirmationService } from './confirmations/confirmation.service';
import { createConsents } from './consents/create-consents';
import { InvitationService } from './confirmations/invitation.service';
import { PasswordResetService } from './confirmations/password-reset.service';
import { SignupMailWriter } from './confirmations/signup-mail-writer';
import { DataSetService } from './data/data-set.service';
import { DeletionService } from './data/deletion.service';
import { LegacyUploadService } from './data/legacy/legacy-upload.service';
import { GlucoseReader } from './data/glucose-reader.service';
import { RecordReader } from './data/record-reader.service';
import { RecentReadingsService } from './data/recent-readings.service';
import { UploadService } from './data/upload.service';
import { createProviderParts } from './data-sources/provider-parts';
import { findCloudSources } from './data-sources/find-cloud-sources';
import type { Database } from './database/database';
import { createLogger, type Logger } from './logging';
import { DeviceLogService } from './device-logs/device-log.service';
import { BrokeredAccountService } from './identity-providers/brokered-account.service';
import { IdentityProviderService } from './identity-providers/identity-provider.service';
import { LinkedIdentityService } from './identity-providers/linked-identity.service';
import { RelyingPartyService } from './identity-providers/relying-party.service';
import { ExportService } from './exports/export.service';
import { RequestedExportService } from './exports/requested-export.service';
import { DeviceCheckService } from './device-tokens/device-check.service';
import { MessageService } from './messages/message.service';
import { AnonymousEvents } from './metrics/anonymous-events';
import { MetricsService } from './metrics/metrics.service';
import { createPrescriptionParts } from './prescriptions/prescription-parts';
import { RelatedUserService } from './sharing/related-user.service';
import { SharingService } from './sharing/sharing.service';
import { GlucoseProfileService } from './summaries/glucose-profile.service';
import { RealtimeReportService } from './summaries/realtime-report.service';
import { SummaryService } from './summaries/summary.service';
import { TaskRunsService } from './tasks/task-runs.service';
import { networkOf } from './throttle/network';
import { TokenServicePurge } from './token-service/storage/token-service-purge.service';
import { TokenServiceRecords } from './token-service/storage/token-service-records.service';
import { ServiceCredentialsService } from './token-service/service-credentials.service';
import { TokenPairService } from './token-service/token-pair.service';
import { createParts } from './token-service/token-service-parts';

/** Puts the services of all areas together, each with exactly what it needs. */
export function createServices(config: Config, database: Database, log: Logger = createLogger('silent')) {
  const base = createFoundation(config, database, log);
  const {
    accounts,
    audit,
    confirmationRecords,
    events,
    idempotency,
    metadata,
    outbox,
    requestedMails,
    sessions,
    tasks,
    throttles,
  } = base;
  const alertWatches = new AlertWatches(database);
  const uploadReceipts = new UploadReceiptsService(database, alertWatches);
  const dataSets = new DataSetService(database, events, idempotency, uploadReceipts);
  const clinicNews = new ClinicNews(events, audit);
  const patientRemoval = new PatientRemoval(clinicNews);
  const clinicAccess = new ClinicAccess(database, patientRemoval, clinicNews);
  const sharing = new SharingService(database, accounts, clinicAccess, events, audit);
  const clinicians = new ClinicianService(database, metadata, outbox, clinicNews, config.WEB_URL);
  const clinics = new ClinicService(
    database,
    accounts,
    metadata,
    clinicians,
    confirmationRecords,
    outbox,
    requestedMails,
    patientRemoval,
    clinicNews,
    { webUrl: config.WEB_URL, demoPatientId: config.DEMO_PATIENT_ID },
  );
  const confirmations = new ConfirmationService(
    database,
    accounts,
    confirmationRecords,
    new SignupMailWriter(accounts, metadata, clinics, config.WEB_URL),
    requestedMails,
    config.SIGNUP_TTL,
  );
  const connectionInvitations = new ConnectionInvitations(base.restrictedTokens, outbox, requestedMails, {
    baseUrl: config.BASE_URL,
    reminderDelay: config.CONNECTION_REMINDER_DELAY * 1000,
  });
  const userClinics = new UserClinicsService(database, patientRemoval, connectionInvitations, clinicNews);
  const alerts = new AlertsService(database, alertWatches);
  const alertNotifications = new AlertNotificationService(database, config.ALERT_NOTIFICATION_TTL * 1000);
  const patientDirectory = new PatientDirectory(database);
  const custodialPatients = new CustodialPatients(
    accounts,
    metadata,
    confirmations,
    base.accountDeletions,
    dataSets,
    userClinics,
    outbox,
    config.CLAIM_REMINDER_DELAY * 1000,
  );
  const providerParts = createProviderParts(
    { ...base, database, confirmations, dataSets },
    {
      providersFile: config.PROVIDERS_FILE,
      tokenKeys: config.PROVIDER_TOKEN_KEY,
      taskPrefix: config.NAME_PREFIX,
      baseUrl: config.BASE_URL,
      webUrl: config.WEB_URL,
    },
  );
  const glucoseReader = new GlucoseReader(database);
  const patientSummaries = new PatientSummaryService(database, clinicNews);
  const ehrBase = createEhrBase(database, tasks, ehrOptionsOf(config));
  const summaries = new SummaryService(database, glucoseReader, patientSummaries, ehrBase.ehrSync, events);
  const patientCopies = new PatientCopies(providerParts.dataSources, summaries);
  const patients = new PatientService(
    database,
    accounts,
    metadata,
    patientDirectory,
    custodialPatients,
    connectionInvitations,
    patientCopies,
    clinicNews,
    config.DEMO_PATIENT_ID,
  );
  const prescriptionParts = createPrescriptionParts({ ...base, database, clinics, patients }, config.WEB_URL);
  const patientTags = new PatientTagService(database, clinicNews);
  const glucoseProfiles = new GlucoseProfileService(database, glucoseReader);
  const forEhr = {
    database,
    connectionInvitations,
    clinicNews,
    patientDirectory,
    patients,
    patientTags,
    glucoseProfiles,
  };
  const ehrParts = createEhrParts(ehrBase, { ...base, ...forEhr }, ehrOptionsOf(config));
  const records = new RecordReader(database, findCloudSources);
  const identityProviders = new IdentityProviderService(config.IDENTITY_PROVIDERS_FILE);
  const linkedIdentities = new LinkedIdentityService(database);
  const ofPatients = { clinics, clinicians, patients, patientDirectory, patientRemoval, custodialPatients };
  const patientServices = createPatientServices(
    { ...base, ...ofPatients, database, clinicNews },
    { webUrl: config.WEB_URL, lifetime: config.INVITE_TTL },
  );
  const house = {
    ...base,
    config,
    accountDirectory: new AccountDirectory(database, accounts),
    signups: new SignupAcceptanceService(
      database,
      accounts,
      confirmations,
      metadata,
      sharing,
      throttles,
      sessions,
    ),
    accountUpdates: new AccountUpdateService(
      database,
      accounts,
      sessions,
      confirmations,
      sharing,
      userClinics,
      outbox,
      throttles,
      config.WEB_URL,
    ),
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
    authPurge: new AuthPurgeService(database, base.keyRings, config.OFFLINE_IDLE_TTL * 1000),
    auth: new AuthService(database, accounts, sessions, base.tokens, throttles, audit, sharing, config),
    custodialAccounts: new CustodialAccountService(database, accounts, sharing, throttles),
    sharing,
    relatedUsers: new RelatedUserService(sharing, accounts, metadata),
    confirmations,
    alerts,
    alertNotifications,
    uploadReceipts,
    ...createAlertParts({
      database,
      alerts,
      watches: alertWatches,
      receipts: uploadReceipts,
      readings: new RecentReadingsService(database),
      sharing,
      notifications: alertNotifications,
      devices: base,
      events,
      transport: base.pushTransport,
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
      requestedMails,
      events,
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
      patience: config.EXPORT_TIMEOUT * 1000,
    }),
    taskRuns: new TaskRunsService(database, events),
    requestedExports: new RequestedExportService(database, base.contentStore, tasks, outbox, events, {
      lifetime: config.EXPORT_TTL * 1000,
      taskType: `${config.NAME_PREFIX}.export`,
    }),
    ...providerParts,
    blobs: new BlobService(database, base.contentStore, outbox, idempotency),
    deviceLogs: new DeviceLogService(database, base.contentStore, outbox, idempotency),
    deviceChecks: new DeviceCheckService({ url: config.DEVICE_CHECK_URL, key: config.deviceCheckKey }),
    messages: new MessageService(database, events, { removedLifetime: config.REMOVED_MESSAGE_TTL }),
    consents: createConsents(database, { accounts, audit, outbox, sharing }, config),
    clinics,
    ...ehrParts,
    patientTags,
    ...createClinicOperations(
      {
        ...base,
        database,
        syncTasks: ehrParts.ehrSyncTasks,
        sharing,
        clinicians,
        patients,
        patientCopies,
        dataSources: providerParts.dataSources,
        confirmations: confirmationRecords,
        connectionInvitations,
        news: clinicNews,
        mergeSteps: [(manager, pair) => prescriptionParts.prescriptions.moveAll(manager, pair)],
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
    ...patientServices,
    realtimeReports: new RealtimeReportService(database, patientServices.patientList),
    patientSummaries,
    summaries,
    glucoseProfiles,
    userClinics,
    ...prescriptionParts,
    metrics: new MetricsService(
      database,
      config.METRICS_SALT,
      new AnonymousEvents(config.ANONYMOUS_METRICS_PER_MINUTE, networkOf),
    ),
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
