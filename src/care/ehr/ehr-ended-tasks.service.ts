import { now } from '../../platform/clock';
import type { TaskService } from '../../platform/tasks/task.service';
import { orderTaskType, reportTaskType } from './order-tasks';
import { xealthTaskType } from './xealth/xealth-order.service';

/** Milliseconds that a task is kept, as long as the orders and reports whose states it says. */
const lifetime = 90 * 24 * 3_600_000;

/** Tasks for orders and reports that have ended. */
export class EhrEndedTasks {
  constructor(
    private readonly tasks: TaskService,
    private readonly prefix: string,
  ) {}

  /** Deletes old ones. */
  async purge(isStopped: () => boolean): Promise<void> {
    for (const typeWith of [orderTaskType, reportTaskType, xealthTaskType])
      await this.tasks.purgeEnded(typeWith(this.prefix), now() - lifetime, isStopped);
  }
}
