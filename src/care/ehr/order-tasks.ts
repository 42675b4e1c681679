import type { EntityManager } from 'typeorm';
import type { TaskService } from '../../platform/tasks/task.service';

/** Type of the tasks for received orders. */
export const orderTaskType = (prefix: string): string => `${prefix}.ehr.order`;

/** Type of the tasks for scheduled reports. */
export const reportTaskType = (prefix: string): string => `${prefix}.ehr.report`;

/** The name of the task of a scheduled report. */
export const reportTaskName = (prefix: string, scheduledOrderId: string): string =>
  `${reportTaskType(prefix)}:${scheduledOrderId}`;

/** Queues an order for processing, in the transaction that stores it. */
export async function queueOrder(
  tasks: TaskService,
  manager: EntityManager,
  prefix: string,
  documentId: string,
): Promise<void> {
  const type = orderTaskType(prefix);
  await tasks.add(manager, { type, name: `${type}:${documentId}`, data: { documentId } });
}

/** Queues reports, in the transaction that schedules them. */
export async function queueReports(
  tasks: TaskService,
  manager: EntityManager,
  prefix: string,
  scheduledOrderIds: readonly string[],
): Promise<void> {
  const type = reportTaskType(prefix);
  await tasks.addAll(
    manager,
    scheduledOrderIds.map((id) => ({
      type,
      name: reportTaskName(prefix, id),
      data: { scheduledOrderId: id },
    })),
  );
}
