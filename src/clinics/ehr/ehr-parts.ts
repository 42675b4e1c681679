import type { Config } from '../../config';
import type { Database } from '../../database/database';
import type { OutboxService } from '../../outbox/outbox.service';
import type { GlucoseProfileService } from '../../summaries/glucose-profile.service';
import type { TaskService } from '../../tasks/task.service';
import { EhrMatchService } from './ehr-match.service';
import { EhrMessageService } from './ehr-message.service';
import { EhrOrderHistory } from './ehr-order-history.service';
import { EhrSubscriptionService } from './ehr-subscription.service';
import { EhrSyncService } from './ehr-sync.service';
import { HttpEhrTransport } from './ehr-transport';
import { OrderProcessor } from './order-processor';
import { OutgoingService } from './outgoing.service';
import { PatientReportService } from './report/patient-report.service';
import { ReportSender } from './report-sender';
import { SyncTasksService } from './sync-tasks.service';
import { createXealthParts, type XealthConnection, type XealthNeeds } from './xealth/xealth-parts';

interface EhrNeeds extends Omit<XealthNeeds, 'subscriptions' | 'reports'> {
  outbox: OutboxService;
  glucoseProfiles: GlucoseProfileService;
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
  /** Absent while Xealth is not connected. */
  xealth: XealthConnection | undefined;
  /** Where the REST routes are. */
  baseUrl: string;
  /** Name of the service. */
  brand: string;
}

/** The settings of this area. */
export const ehrOptionsOf = (config: Config): EhrOptions => ({
  verificationToken: config.REDOX_VERIFICATION_TOKEN,
  url: config.REDOX_URL,
  token: config.REDOX_TOKEN,
  prefix: config.NAME_PREFIX,
  xealth: config.xealth,
  baseUrl: config.BASE_URL,
  brand: config.EXPORT_BRAND,
});

/** The services that know messages, and whom reports are due for. */
export function createEhrBase(database: Database, tasks: TaskService, options: EhrOptions) {
  const ehrMessages = new EhrMessageService(database, tasks, options);
  const ehrSubscriptions = new EhrSubscriptionService(database, ehrMessages);
  const ehrSync = new EhrSyncService(database, ehrSubscriptions, tasks, options.prefix);
  return { ehrMessages, ehrSubscriptions, ehrSync };
}

/** Puts the services of the exchange with health record systems together. */
export function createEhrParts(
  { ehrMessages, ehrSubscriptions, ehrSync }: ReturnType<typeof createEhrBase>,
  { outbox, glucoseProfiles, ...needs }: EhrNeeds,
  { url, token, prefix, xealth: connection, baseUrl, brand }: EhrOptions,
) {
  const { database, tasks, patientDirectory: directory, patients, patientTags } = needs;
  const transport = url === undefined ? undefined : new HttpEhrTransport({ url, token });
  const ehrOutgoing = new OutgoingService(database, outbox, transport);
  const ehrMatches = new EhrMatchService(database, ehrMessages, ehrSubscriptions, directory);
  const reports = new PatientReportService(glucoseProfiles);
  return {
    ehrMessages,
    ehrMatches,
    ehrSync,
    ehrOutgoing,
    ehrOrderHistory: new EhrOrderHistory(database, tasks, prefix),
    ...createXealthParts(
      { ...needs, subscriptions: ehrSubscriptions, reports },
      { connection, prefix, baseUrl, brand },
    ),
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
