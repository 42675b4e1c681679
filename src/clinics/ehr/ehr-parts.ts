import type { Database } from '../../database/database';
import type { OutboxService } from '../../outbox/outbox.service';
import type { GlucoseProfileService } from '../../summaries/glucose-profile.service';
import type { TaskService } from '../../tasks/task.service';
import type { PatientDirectory } from '../patient-directory.service';
import type { PatientTagService } from '../patient-tag.service';
import type { PatientService } from '../patient.service';
import { EhrMatchService } from './ehr-match.service';
import { EhrMessageService } from './ehr-message.service';
import { EhrSubscriptionService } from './ehr-subscription.service';
import { EhrSyncService } from './ehr-sync.service';
import { HttpEhrTransport } from './ehr-transport';
import { OrderProcessor } from './order-processor';
import { OutgoingService } from './outgoing.service';
import { PatientReportService } from './report/patient-report.service';
import { ReportSender } from './report-sender';
import { SyncTasksService } from './sync-tasks.service';

interface EhrNeeds {
  database: Database;
  tasks: TaskService;
  outbox: OutboxService;
  directory: PatientDirectory;
  patients: PatientService;
  patientTags: PatientTagService;
  glucoseProfiles: GlucoseProfileService;
}

interface BaseOptions {
  /** What Redox shows with its messages; without one none are accepted. */
  verificationToken: string | undefined;
  /** What names of types of tasks begin with. */
  prefix: string;
}

interface EhrOptions {
  /** Where messages to Redox go; without it they are only kept. */
  url: string | undefined;
  /** What is shown there. */
  token: string | undefined;
  /** What names of types of tasks begin with. */
  prefix: string;
}

/** The services that know messages, and whom reports are due for. */
export function createEhrBase(database: Database, tasks: TaskService, options: BaseOptions) {
  const ehrMessages = new EhrMessageService(database, tasks, options);
  const ehrSubscriptions = new EhrSubscriptionService(database, ehrMessages);
  const ehrSync = new EhrSyncService(database, ehrSubscriptions, tasks, options.prefix);
  return { ehrMessages, ehrSubscriptions, ehrSync };
}

/** Puts the services of the exchange with health record systems together. */
export function createEhrParts(
  { ehrMessages, ehrSubscriptions, ehrSync }: ReturnType<typeof createEhrBase>,
  { database, tasks, outbox, directory, patients, patientTags, glucoseProfiles }: EhrNeeds,
  { url, token, prefix }: EhrOptions,
) {
  const transport = url === undefined ? undefined : new HttpEhrTransport({ url, token });
  const ehrOutgoing = new OutgoingService(database, outbox, transport);
  const ehrMatches = new EhrMatchService(database, ehrMessages, ehrSubscriptions, directory);
  const reports = new PatientReportService(glucoseProfiles);
  return {
    ehrMessages,
    ehrMatches,
    ehrSync,
    ehrOutgoing,
    ehrSyncTasks: new SyncTasksService(database, tasks, prefix),
    ehrOrders: new OrderProcessor(
      ehrMatches,
      ehrMessages,
      patients,
      patientTags,
      directory,
      ehrOutgoing,
      reports,
    ),
    ehrReports: new ReportSender(database, ehrSync, ehrMessages, directory, ehrOutgoing, reports),
  };
}
