import type { Database } from '../../database/database';
import type { OutboxService } from '../../outbox/outbox.service';
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
import { ReportSender } from './report-sender';
import { SyncTasksService } from './sync-tasks.service';

interface EhrNeeds {
  database: Database;
  tasks: TaskService;
  outbox: OutboxService;
  directory: PatientDirectory;
  patients: PatientService;
  patientTags: PatientTagService;
}

interface EhrOptions {
  /** What Redox shows with its messages; without one none are accepted. */
  verificationToken: string | undefined;
  /** Where messages to Redox go; without it they are only kept. */
  url: string | undefined;
  /** What is shown there. */
  token: string | undefined;
  /** What names of types of tasks begin with. */
  prefix: string;
}

/** Puts the services of the exchange with health record systems together. */
export function createEhrParts(needs: EhrNeeds, { verificationToken, url, token, prefix }: EhrOptions) {
  const { database, tasks, outbox, directory, patients, patientTags } = needs;
  const ehrMessages = new EhrMessageService(database, tasks, { verificationToken, prefix });
  const subscriptions = new EhrSubscriptionService(database, ehrMessages);
  const transport = url === undefined ? undefined : new HttpEhrTransport({ url, token });
  const ehrOutgoing = new OutgoingService(database, outbox, transport);
  const ehrMatches = new EhrMatchService(database, ehrMessages, subscriptions, directory);
  const ehrSync = new EhrSyncService(database, subscriptions, tasks, prefix);
  return {
    ehrMessages,
    ehrMatches,
    ehrSync,
    ehrOutgoing,
    ehrSyncTasks: new SyncTasksService(database, tasks, prefix),
    ehrOrders: new OrderProcessor(ehrMatches, ehrMessages, patients, patientTags, ehrOutgoing),
    ehrReports: new ReportSender(database, ehrSync, ehrMessages, directory, ehrOutgoing),
  };
}
