import { migrationTask } from './clinics/migrations/migration-task';
import { silenceTask } from './alerts/silence-task';
import { ehrTasks } from './clinics/ehr/ehr-tasks';
import type { Config } from './config';
import { exportTask } from './exports/export-task';
import type { Services } from './services';
import { summaryTasks } from './summaries/summary-tasks';
import { purgeTask, type Purgeable } from './tasks/purge-task';
import type { TaskHandler } from './tasks/task-handler';

/** What is done in the background, by type of task. An area that has such work adds its handlers here. */
export function taskHandlers(services: Services, { NAME_PREFIX }: Config): TaskHandler[] {
  const purges: Record<string, Purgeable> = {
    sessions: services.authPurge,
    'token-service': services.tokenServicePurge,
    throttle: services.databaseCounters,
    messages: services.messages,
    audit: services.audit,
    alerts: services.alertNotifications,
    'ehr-messages': services.ehrMessages,
    'ehr-reports': services.ehrSync,
    'ehr-outgoing': services.ehrOutgoing,
    'xealth-orders': services.xealthOrders,
    'xealth-forms': services.xealthPreorders,
    exports: services.requestedExports,
    events: services.events,
    'repeated-requests': services.idempotency,
  };
  return [
    migrationTask(services.patientMoves, NAME_PREFIX),
    exportTask(`${NAME_PREFIX}.export`, services),
    ...Object.entries(purges).map(([area, service]) => purgeTask(`${NAME_PREFIX}.purge.${area}`, service)),
    ...ehrTasks(NAME_PREFIX, services),
    ...summaryTasks(NAME_PREFIX, services.summaries),
    silenceTask(`${NAME_PREFIX}.carepartner`, services.silencePoll),
  ];
}
