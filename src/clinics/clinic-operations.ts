import type { AccountService } from '../accounts/account.service';
import type { SessionService } from '../auth/session.service';
import type { ConfirmationRecords } from '../confirmations/confirmation-records.service';
import type { DataSourceService } from '../data-sources/data-source.service';
import type { Database } from '../database/database';
import type { EventService } from '../events/event.service';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';
import type { SharingService } from '../sharing/sharing.service';
import type { TaskService } from '../tasks/task.service';
import type { ClinicNews } from './clinic-news.service';
import type { ClinicianService } from './clinician.service';
import type { ConnectionInvitations } from './connections/connection-invitations';
import { ConnectionRequestService } from './connections/connection-request.service';
import { SourceIssueService } from './connections/source-issue.service';
import type { SyncTasksService } from './ehr/sync-tasks.service';
import { ClinicMergeService, type MergeStep } from './merging/clinic-merge.service';
import { MigrationService } from './migrations/migration.service';
import { PatientMoveService } from './migrations/patient-move.service';
import type { PatientCopies } from './patient-copies.service';
import { PatientSourcesService } from './patient-sources.service';
import type { PatientService } from './patient.service';
import { ClinicSettingsService } from './settings/clinic-settings.service';
import { PatientCountService } from './settings/patient-count.service';
import { SiteChangesService } from './site-changes.service';
import { TideReportService } from './tide/tide-report.service';

/** What the services of this file need from others. */
interface Parts {
  database: Database;
  syncTasks: SyncTasksService;
  accounts: AccountService;
  metadata: MetadataService;
  sessions: SessionService;
  sharing: SharingService;
  clinicians: ClinicianService;
  patients: PatientService;
  patientCopies: PatientCopies;
  dataSources: DataSourceService;
  confirmations: ConfirmationRecords;
  connectionInvitations: ConnectionInvitations;
  news: ClinicNews;
  tasks: TaskService;
  events: EventService;
  outbox: OutboxService;
  /** What other areas do when clinics are merged. */
  mergeSteps: readonly MergeStep[];
}

interface OperationSettings {
  webUrl: string;
  demoPatientId: string;
  namePrefix: string;
  /** Milliseconds after which the patients of an account of the old kind begin to move. */
  migrationDelay: number;
}

/** What is set for clinics, and what they do beside caring for patients. */
export function createClinicOperations(parts: Parts, settings: OperationSettings) {
  const { database, accounts, metadata, sessions, sharing, clinicians, patients, events, tasks } = parts;
  const { confirmations, connectionInvitations, news, outbox, mergeSteps } = parts;
  const { webUrl, demoPatientId, namePrefix, migrationDelay } = settings;
  const migrations = new MigrationService(database, accounts, metadata, clinicians, tasks, events, {
    namePrefix,
    delay: migrationDelay,
  });
  return {
    clinicSettings: new ClinicSettingsService(database, parts.syncTasks),
    patientCounts: new PatientCountService(database, news, demoPatientId),
    tideReports: new TideReportService(database),
    siteChanges: new SiteChangesService(database),
    connectionRequests: new ConnectionRequestService(database, accounts, connectionInvitations, news),
    sourceIssues: new SourceIssueService(
      database,
      accounts,
      metadata,
      parts.dataSources,
      connectionInvitations,
    ),
    patientSources: new PatientSourcesService(database, parts.patientCopies, news),
    migrations,
    patientMoves: new PatientMoveService(
      database,
      accounts,
      metadata,
      sessions,
      sharing,
      patients,
      migrations,
      outbox,
      webUrl,
    ),
    clinicMerges: new ClinicMergeService(database, confirmations, outbox, news, mergeSteps, {
      webUrl,
      demoPatientId,
    }),
  };
}
