import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { GlucoseProfileService } from '../summaries/glucose-profile.service';
import { EhrEndedTasks } from './ehr-ended-tasks.service';
import { EhrMatchService } from './ehr-match.service';
import { EhrMessageEntity } from './ehr-message.entity';
import { EhrMessageService } from './ehr-message.service';
import { EhrOrderHistory } from './ehr-order-history.service';
import { EhrRecords } from './ehr-records.service';
import { EhrSubscriptionEntity } from './ehr-subscription.entity';
import { EhrSubscriptionService } from './ehr-subscription.service';
import { EhrSyncService } from './ehr-sync.service';
import { ehrTasks } from './ehr-tasks';
import { HttpEhrTransport } from './ehr-transport';
import { OrderProcessor } from './order-processor';
import { OutgoingMessageEntity } from './outgoing-message.entity';
import { OutgoingService, outgoingTopic } from './outgoing.service';
import { ReportSender } from './report-sender';
import { PatientReportService } from './report/patient-report.service';
import { ScheduledOrderEntity } from './scheduled-order.entity';
import { SyncTasksService } from './sync-tasks.service';
import { XealthOrderEntity } from './xealth/xealth-order.entity';
import { createXealthParts, type XealthNeeds } from './xealth/xealth-parts';
import { XealthPreorderEntity } from './xealth/xealth-preorder.entity';
import { XealthViewEntity } from './xealth/xealth-view.entity';

interface Needs extends Base, Omit<XealthNeeds, 'ehrSubscriptions' | 'patientReports'> {
  glucoseProfiles: GlucoseProfileService;
  outbox: OutboxService;
}

/** Data exchange with health record systems: Redox and Xealth. */
export const ehrArea = defineArea({
  name: 'ehr',
  entities: [
    EhrMessageEntity,
    EhrSubscriptionEntity,
    ScheduledOrderEntity,
    OutgoingMessageEntity,
    XealthOrderEntity,
    XealthPreorderEntity,
    XealthViewEntity,
  ],
  create(services: Needs) {
    const { config, connectedClinics, database, glucoseProfiles, tasks } = services;
    const { REDOX_URL: url, REDOX_TOKEN: token, NAME_PREFIX: prefix } = config;
    const ehrMessages = new EhrMessageService(database, tasks, {
      verificationToken: config.REDOX_VERIFICATION_TOKEN,
      prefix,
    });
    const ehrSubscriptions = new EhrSubscriptionService(database, ehrMessages);
    const ehrSync = new EhrSyncService({ ...services, ehrSubscriptions }, prefix);
    const transport = url === undefined ? undefined : new HttpEhrTransport({ url, token });
    const ehrOutgoing = new OutgoingService({ ...services, ehrSubscriptions }, transport);
    const ehrMatches = new EhrMatchService({ ...services, ehrMessages, ehrSubscriptions });
    const ehrSyncTasks = new SyncTasksService(database, tasks, connectedClinics, prefix);
    const patientReports = new PatientReportService(glucoseProfiles);
    const parts = {
      ...{ ...services, ehrMatches, ehrMessages, ehrOutgoing, ehrSubscriptions, ehrSync, patientReports },
    };
    return {
      ...{ ehrMatches, ehrMessages, ehrOutgoing, ehrSync },
      ehrEndedTasks: new EhrEndedTasks(tasks, prefix),
      ehrOrderHistory: new EhrOrderHistory(database, tasks, prefix),
      ehrOrders: new OrderProcessor(parts),
      ehrReports: new ReportSender(parts),
      ehrSyncTasks,
      healthRecordExchange: new EhrRecords(ehrSubscriptions, ehrSyncTasks, ehrOutgoing),
      ...createXealthParts(parts, {
        connection: config.xealth,
        prefix,
        baseUrl: config.BASE_URL,
        brand: config.EXPORT_BRAND,
      }),
    };
  },
  // Orders and messages belong to clinics. Purges delete old ones.
  forgets: keepsNothing,
  tasks: (services) => ehrTasks(services.config.NAME_PREFIX, services),
  purges: ({ ehrEndedTasks, ehrMessages, ehrOutgoing, ehrSync, xealthOrders, xealthPreorders }) => ({
    'ehr-messages': ehrMessages,
    'ehr-reports': ehrSync,
    'ehr-outgoing': ehrOutgoing,
    'ehr-tasks': ehrEndedTasks,
    'xealth-orders': xealthOrders,
    'xealth-forms': xealthPreorders,
  }),
  outbox: ({ ehrOutgoing }) => ({
    [outgoingTopic]: (payload) => ehrOutgoing.send((payload as { id: string }).id),
  }),
});
