import type { AccountService } from '../../identity/accounts/account.service';
import type { AuditService } from '../../identity/audit/audit.service';
import type { AccountDeletionService } from '../../identity/auth/account-deletion.service';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { DataSetService } from '../../records/data/data-set.service';
import type { DataSourceService } from '../../records/data-sources/data-source.service';
import type { SourceListener } from '../../records/data-sources/source-listener';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { RestrictedTokenService } from '../../identity/restricted-tokens/restricted-token.service';
import type { ServiceCredentialsService } from '../../identity/token-service/service-credentials.service';
import { ClinicAccess } from './clinic-access.service';
import { ClinicContents } from './clinic-contents.service';
import { ClinicDeletionEntity } from './clinic-deletion.entity';
import { clinicMailSamples } from './clinic-mail-samples';
import { ClinicNews } from './clinic-news.service';
import { ClinicServiceAccountService } from './people/clinic-service-account.service';
import { ClinicEntity } from './clinic.entity';
import { ClinicService } from './clinic.service';
import { ClinicianEntity } from './people/clinician.entity';
import { ClinicianService } from './people/clinician.service';
import {
  ConnectionInvitations,
  connectionReminderTopic,
  type ConnectionReminder,
} from './connections/connection-invitations';
import { ConnectionRequestService } from './connections/connection-request.service';
import { SourceIssueService } from './connections/source-issue.service';
import {
  CustodialPatients,
  claimReminderTopic,
  type ClaimReminder,
} from './patients/custodial-patients.service';
import { PatientCareService } from './patients/patient-care.service';
import { PatientCopies } from './patients/patient-copies.service';
import { PatientDirectory } from './patients/patient-directory.service';
import { PatientIdentification } from './patients/patient-identification.service';
import { PatientListService } from './patients/patient-list.service';
import { PatientRemoval } from './patients/patient-removal.service';
import { PatientSiteEntity } from './labels/patient-site.entity';
import { PatientSourcesService } from './patients/patient-sources.service';
import { PatientSummaryEntity } from './patients/patient-summary.entity';
import { PatientSummaryService } from './patients/patient-summary.service';
import { PatientTagEntity } from './labels/patient-tag.entity';
import { PatientTagService } from './labels/patient-tag.service';
import { PatientEntity } from './patients/patient.entity';
import { PatientService } from './patients/patient.service';
import type { HealthRecordExchange, MigrationsToClinics, SummarySource } from './ports';
import { ConnectedClinics } from './settings/connected-clinics.service';
import { ClinicSettingsService } from './settings/clinic-settings.service';
import { PatientCountService } from './settings/patient-count.service';
import { ShareCodeEntity } from './share-code.entity';
import { SiteChangesService } from './labels/site-changes.service';
import { SiteEntity } from './labels/site.entity';
import { SiteService } from './labels/site.service';
import { SummaryPeriodEntity } from './patients/summary-period.entity';
import { TaggingEntity } from './labels/tagging.entity';
import { UserClinicsService } from './people/user-clinics.service';

interface Needs extends Base {
  accountDeletions: AccountDeletionService;
  accounts: AccountService;
  audit: AuditService;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  dataSets: DataSetService;
  dataSources: DataSourceService;
  events: EventService;
  metadata: MetadataService;
  outbox: OutboxService;
  requestedMails: RequestedMails;
  restrictedTokens: RestrictedTokenService;
  serviceCredentials: ServiceCredentialsService;
}

interface Later {
  clinicNews: ClinicNews;
  clinicians: ClinicianService;
  connectionInvitations: ConnectionInvitations;
  custodialPatients: CustodialPatients;
  healthRecordExchange: HealthRecordExchange;
  migrations: MigrationsToClinics;
  patientCopies: PatientCopies;
  patientDirectory: PatientDirectory;
  patientRemoval: PatientRemoval;
  summaries: SummarySource;
}

/** Membership, patients, and invitations of clinics. */
function createPeople(services: Needs, later: Needs & Later) {
  const { audit, config, database, events, outbox, requestedMails, restrictedTokens } = services;
  const webUrl = config.WEB_URL;
  const clinicNews = new ClinicNews(events, audit);
  const patientRemoval = new PatientRemoval(clinicNews, later);
  const connectionInvitations = new ConnectionInvitations(restrictedTokens, outbox, requestedMails, {
    baseUrl: config.BASE_URL,
    reminderDelay: config.CONNECTION_REMINDER_DELAY * 1000,
  });
  const clinicians = new ClinicianService({ ...services, clinicNews }, webUrl);
  const userClinics = new UserClinicsService(database, patientRemoval, connectionInvitations, clinicNews);
  const patientDirectory = new PatientDirectory(database);
  const custodialPatients = new CustodialPatients(
    { ...services, userClinics },
    config.CLAIM_REMINDER_DELAY * 1000,
  );
  const patientCopies = new PatientCopies(later);
  const parts = {
    ...{ clinicNews, clinicians, connectionInvitations, custodialPatients, patientCopies, patientDirectory },
    ...{ patientRemoval, userClinics },
  };
  const clinics = new ClinicService(later, { webUrl, demoPatientId: config.DEMO_PATIENT_ID });
  return {
    ...parts,
    addressFollower: userClinics,
    clinicNames: clinics,
    clinicContents: new ClinicContents(patientRemoval, config.DEMO_PATIENT_ID),
    clinics,
    derivedAccess: new ClinicAccess(database, patientRemoval, clinicNews),
    patients: new PatientService(later, config.DEMO_PATIENT_ID),
  };
}

/** Operations and settings of clinics. */
function createOperations(services: Needs & ReturnType<typeof createPeople>, later: Needs & Later) {
  const { accounts, clinicNews, clinicians, config, connectionInvitations, database } = services;
  const { patientCopies, patientDirectory, serviceCredentials } = services;
  const webUrl = config.WEB_URL;
  const patientSources = new PatientSourcesService(database, patientCopies, clinicNews);
  const sourceIssues = new SourceIssueService(services);
  const sourceListener: SourceListener = {
    changed: ({ userId }) => patientSources.copy(userId),
    failed: (source) => sourceIssues.tell(source),
  };
  return {
    clinicServiceAccounts: new ClinicServiceAccountService(database, clinicians, serviceCredentials),
    clinicSettings: new ClinicSettingsService(later),
    connectedClinics: new ConnectedClinics(database),
    connectionRequests: new ConnectionRequestService(database, accounts, connectionInvitations, clinicNews),
    patientCare: new PatientCareService(services, webUrl),
    patientCounts: new PatientCountService(database, clinicNews, config.DEMO_PATIENT_ID),
    patientIdentification: new PatientIdentification(),
    patientList: new PatientListService(database, patientDirectory),
    patientSummaries: new PatientSummaryService(database, clinicNews),
    patientTags: new PatientTagService(database, clinicNews),
    siteChanges: new SiteChangesService(database),
    sites: new SiteService(database, clinicNews),
    sourceListener,
  };
}

/** Clinics, their members and their patients. */
export const clinicsArea = defineArea({
  name: 'clinics',
  entities: [
    ClinicEntity,
    ClinicDeletionEntity,
    ClinicianEntity,
    PatientEntity,
    PatientSiteEntity,
    PatientSummaryEntity,
    PatientTagEntity,
    ShareCodeEntity,
    SiteEntity,
    SummaryPeriodEntity,
    TaggingEntity,
  ],
  create(services: Needs, later: Needs & Later) {
    const people = createPeople(services, later);
    return { ...people, ...createOperations({ ...services, ...people }, later) };
  },
  forgets: ({ userClinics }) => ({ clinics: (gone) => userClinics.forgetAccount(gone) }),
  outbox: ({ confirmations, connectionRequests }) => ({
    [connectionReminderTopic]: (payload) => connectionRequests.remind(payload as ConnectionReminder),
    [claimReminderTopic]: (payload) => confirmations.repeatMail((payload as ClaimReminder).key),
  }),
  mailSamples: clinicMailSamples,
});
