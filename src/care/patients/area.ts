import type { AccountLocks } from '../../identity/accounts/account-locks.service';
import type { AccountService } from '../../identity/accounts/account.service';
import type { AccountDeletionService } from '../../identity/auth/account-deletion.service';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { RestrictedTokenService } from '../../identity/restricted-tokens/restricted-token.service';
import { defineArea, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { DataSourceService } from '../../records/data-sources/data-source.service';
import type { SourceListener } from '../../records/data-sources/source-listener';
import type { DataSetService } from '../../records/data/data-set.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { MemberAccounts } from '../clinics/people/member-accounts.service';
import { ClinicAccess } from './clinic-access.service';
import {
  ConnectionInvitations,
  connectionReminderTopic,
  type ConnectionReminder,
} from './connections/connection-invitations';
import { ClinicStatisticsService } from './clinic-statistics.service';
import { ConnectionRequestService } from './connections/connection-request.service';
import { SourceIssueService } from './connections/source-issue.service';
import { CustodialPatients, claimReminderTopic, type ClaimReminder } from './custodial-patients.service';
import { PatientSiteEntity } from './labels/patient-site.entity';
import { PatientTagEntity } from './labels/patient-tag.entity';
import { PatientTagService } from './labels/patient-tag.service';
import { SiteChangesService } from './labels/site-changes.service';
import { SiteEntity } from './labels/site.entity';
import { SiteService } from './labels/site.service';
import { TaggingEntity } from './labels/tagging.entity';
import { PatientCareService } from './patient-care.service';
import { PatientContents } from './patient-contents.service';
import { PatientCopies } from './patient-copies.service';
import { PatientCountService } from './patient-count.service';
import { PatientDirectory } from './patient-directory.service';
import { PatientIdentification } from './patient-identification.service';
import { PatientListService } from './patient-list.service';
import { patientMailSamples } from './patient-mail-samples';
import { PatientRemoval } from './patient-removal.service';
import { PatientSourcesService } from './patient-sources.service';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientSummaryService } from './patient-summary.service';
import { PatientEntity } from './patient.entity';
import { PatientService } from './patient.service';
import { PatientsOfClinics } from './patients-of-clinics.service';
import type { MergedClinics, PatientRecordExchange, SummarySource } from './ports';
import { SummaryPeriodEntity } from './summary-period.entity';
import { UserClinicsService } from './user-clinics.service';

interface Needs extends Base {
  accountDeletions: AccountDeletionService;
  accountLocks: AccountLocks;
  accounts: AccountService;
  clinicNews: ClinicNews;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  dataSets: DataSetService;
  dataSources: DataSourceService;
  memberAccounts: MemberAccounts;
  metadata: MetadataService;
  outbox: OutboxService;
  requestedMails: RequestedMails;
  restrictedTokens: RestrictedTokenService;
}

interface Later {
  clinicMerges: MergedClinics;
  connectionInvitations: ConnectionInvitations;
  custodialPatients: CustodialPatients;
  healthRecordExchange: PatientRecordExchange;
  patientCopies: PatientCopies;
  patientDirectory: PatientDirectory;
  summaries: SummarySource;
}

/** How accounts become patients, and leave. */
function createPatients(services: Needs, later: Needs & Later) {
  const { accountLocks, clinicNews, config, database, outbox, requestedMails, restrictedTokens } = services;
  const patientRemoval = new PatientRemoval(clinicNews, later);
  const connectionInvitations = new ConnectionInvitations(restrictedTokens, outbox, requestedMails, {
    baseUrl: config.BASE_URL,
    reminderDelay: config.CONNECTION_REMINDER_DELAY * 1000,
  });
  const userClinics = new UserClinicsService({ ...services, patientRemoval, connectionInvitations });
  const custodialPatients = new CustodialPatients(
    { ...services, userClinics },
    config.CLAIM_REMINDER_DELAY * 1000,
  );
  return {
    addressFollower: userClinics,
    clinicPatients: new PatientsOfClinics(
      { ...services, custodialPatients, patientRemoval },
      config.DEMO_PATIENT_ID,
    ),
    connectionInvitations,
    custodialPatients,
    derivedAccess: new ClinicAccess(database, patientRemoval, clinicNews),
    patientContents: new PatientContents(accountLocks, patientRemoval, config.DEMO_PATIENT_ID),
    patientCopies: new PatientCopies(later),
    patientDirectory: new PatientDirectory(database),
    patientRemoval,
    patients: new PatientService(later, config.DEMO_PATIENT_ID),
    userClinics,
  };
}

/** What clinics do with their patients. */
function createCare(services: Needs & ReturnType<typeof createPatients>, later: Needs & Later) {
  const { clinicNews, config, database } = services;
  const { patientCopies, patientDirectory } = services;
  const patientSources = new PatientSourcesService(database, patientCopies, clinicNews);
  const sourceIssues = new SourceIssueService(services);
  const sourceListener: SourceListener = {
    changed: ({ userId }) => patientSources.copy(userId),
    failed: (source) => sourceIssues.tell(source),
  };
  return {
    clinicStatistics: new ClinicStatisticsService(database),
    connectionRequests: new ConnectionRequestService(later),
    patientCare: new PatientCareService(services, config.WEB_URL),
    patientCounts: new PatientCountService(database, clinicNews, config.DEMO_PATIENT_ID),
    patientIdentification: new PatientIdentification(),
    patientList: new PatientListService(database, patientDirectory),
    patientSummaries: new PatientSummaryService(services),
    patientTags: new PatientTagService(database, clinicNews),
    siteChanges: new SiteChangesService(database, clinicNews),
    sites: new SiteService(database, clinicNews),
    sourceListener,
  };
}

/** The patients of clinics: how they join and leave, clinics' records of them, and the tags and sites to sort them by. */
export const patientsArea = defineArea({
  name: 'patients',
  entities: [
    PatientEntity,
    PatientSiteEntity,
    PatientSummaryEntity,
    PatientTagEntity,
    SiteEntity,
    SummaryPeriodEntity,
    TaggingEntity,
  ],
  dependencies: [
    ...['clinic_patients', 'clinic_tags', 'clinic_sites'].map((table) =>
      dependsOn(table, ['clinic_id'], 'clinics', ['id']),
    ),
    ...['patient_taggings', 'patient_sites', 'patient_summaries', 'patient_summary_periods'].map((table) =>
      dependsOn(table, ['clinic_id', 'user_id'], 'clinic_patients'),
    ),
    dependsOn('patient_taggings', ['clinic_id', 'tag_id'], 'clinic_tags', ['clinic_id', 'id']),
    dependsOn('patient_sites', ['clinic_id', 'site_id'], 'clinic_sites', ['clinic_id', 'id']),
  ],
  create(services: Needs, later: Needs & Later) {
    const patients = createPatients(services, later);
    return { ...patients, ...createCare({ ...services, ...patients }, later) };
  },
  forgets: ({ userClinics }) => ({ clinics: (gone) => userClinics.forgetAccount(gone) }),
  endsGiven: ({ userClinics }) => ({ clinics: (taken) => userClinics.endGiven(taken) }),
  outbox: ({ confirmations, connectionRequests }) => ({
    [connectionReminderTopic]: (payload) => connectionRequests.remind(payload as ConnectionReminder),
    [claimReminderTopic]: (payload) => confirmations.repeatMail((payload as ClaimReminder).key),
  }),
  mailSamples: patientMailSamples,
});
