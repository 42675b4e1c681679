import { now } from '../../platform/clock';
import type { TaskHandler, TaskOutcome } from '../../platform/tasks/task-handler';
import type { EhrSyncService } from './ehr-sync.service';
import type { OrderProcessor } from './order-processor';
import { orderTaskType, reportTaskType } from './order-tasks';
import type { ReportSender } from './report-sender';
import { toMilliseconds } from './cadence';
import type { XealthOrderProcessor } from './xealth/xealth-order-processor';
import { xealthTaskType } from './xealth/xealth-order.service';
import { syncTaskType, type SyncTasksService } from './sync-tasks.service';

const minute = 60_000;
const maxDuration = 5 * minute;

/** Milliseconds before a failed sync is retried. */
const syncPause = 60 * minute;

/** Maximum number of attempts for orders and reports, and milliseconds between them. */
const mostTries = 3;
const pause = 15_000;

/** Milliseconds that two requests to Xealth may take. */
const askingXealth = 25_000;

/** Milliseconds between polls for tasks that are due for a retry. */
const pollDelay = 5_000;

const describeError = (error: unknown) => ({
  detail: error instanceof Error ? error.message : String(error),
});

const textIn = (data: object | null, name: string): string | null => {
  const value = (data as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Between 45 and 75 minutes at random, so that processes do not run at the same time. */
const reconcilePause = (): number => (45 + Math.random() * 30) * minute;

const reconcileTask = (type: string, syncTasks: SyncTasksService): TaskHandler => ({
  type,
  maxDuration,
  initial: [{ name: type }],
  async run(_task, signal) {
    try {
      await syncTasks.keepAll(() => signal.aborted);
    } catch (error) {
      return { state: 'pending', availableTime: now() + reconcilePause(), error: describeError(error) };
    }
    return { state: 'pending', availableTime: now() + reconcilePause() };
  },
});

const syncTask = (type: string, sync: EhrSyncService): TaskHandler => ({
  type,
  maxDuration,
  isOpenToClients: true,
  async run({ data }) {
    const clinicId = textIn(data, 'clinicId');
    if (clinicId === null)
      return { state: 'failed', error: { detail: 'The data of the task has no "clinicId".' } };
    try {
      await sync.syncClinic(clinicId);
    } catch (error) {
      return { state: 'pending', availableTime: now() + syncPause, error: describeError(error) };
    }
    const cadence = toMilliseconds(textIn(data, 'cadence'));
    return cadence === 0 ? { state: 'completed' } : { state: 'pending', availableTime: now() + cadence };
  },
});

/** A task with a few attempts. If a process is killed, another one takes over after three times `maxDuration`. */
const tried = (
  type: string,
  idName: string,
  work: (id: string) => Promise<TaskOutcome>,
  maxDuration = 10_000,
): TaskHandler => ({
  type,
  maxDuration,
  workers: 2,
  pollDelay,
  async run({ data }) {
    const id = textIn(data, idName);
    if (id === null)
      return { state: 'failed', error: { detail: `The data of the task has no "${idName}".` } };
    try {
      return await work(id);
    } catch (error) {
      const tries = Number((data as { tries?: unknown } | null)?.tries ?? 0) + 1;
      return tries < mostTries
        ? {
            state: 'pending',
            availableTime: now() + pause,
            data: { [idName]: id, tries },
            error: describeError(error),
          }
        : { state: 'failed', error: describeError(error) };
    }
  },
});

interface Workers {
  ehrSync: EhrSyncService;
  ehrSyncTasks: SyncTasksService;
  ehrOrders: OrderProcessor;
  ehrReports: ReportSender;
  xealthOrderProcessor: XealthOrderProcessor;
}

/** Background tasks for health record systems. */
export const ehrTasks = (prefix: string, workers: Workers): TaskHandler[] => [
  reconcileTask(`${prefix}.ehr.reconcile`, workers.ehrSyncTasks),
  syncTask(syncTaskType(prefix), workers.ehrSync),
  tried(orderTaskType(prefix), 'documentId', (id) => workers.ehrOrders.process(id)),
  tried(reportTaskType(prefix), 'scheduledOrderId', (id) => workers.ehrReports.process(id)),
  tried(
    xealthTaskType(prefix),
    'xealthOrderId',
    (id) => workers.xealthOrderProcessor.process(id),
    askingXealth,
  ),
];
