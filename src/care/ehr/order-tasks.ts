import type { EntityManager } from 'typeorm';
import type { TaskService } from '../../platform/tasks/task.service';

/** Tasks of orders that have come. */
export const orderTaskType = (prefix: string): string => `${prefix}.ehr.order`;

/** Tasks of reports that are due without a new order. */
export const reportTaskType = (prefix: string): string => `${prefix}.ehr.report`;

/** The name of the task of such a report. */
export const reportTaskName = (prefix: string, scheduledOrderId: string): string =>
  `${reportTaskType(prefix)}:${scheduledOrderId}`;

/** Lets an order be worked off, together with its arrival. */
export async function queueOrder(
  tasks: TaskService,
  manager: EntityManager,
  prefix: string,
  documentId: string,
): Promise<void> {
  const type = orderTaskType(prefix);
  await tasks.add(manager, { type, name: `${type}:${documentId}`, data: { documentId } });
}

/** Lets reports be sent, together with what they are due for. */
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
