import type { EntityManager } from 'typeorm';
import type { EventService } from '../events/event.service';
import { topic } from '../events/topic';
import type { TaskEntity, TaskState } from './task.entity';

/** A change to a task. */
export interface TaskEvent {
  taskId: string;
  /** Its current state; absent if it was deleted. */
  state?: TaskState;
  /** When a pending task becomes due, in milliseconds since the epoch. */
  dueTime: number;
}

/** Events of the tasks of a type. */
export const taskEvents = topic<TaskEvent>('task');

/** Events of tasks of all types. The key is always the same. */
const allTaskTopic = topic<TaskEvent>('any-task');
export const allTaskEvents = allTaskTopic('');

/**
 * Publishes a change to a task once the transaction of `manager` is committed. Processes that run tasks of the type
 * get a hint.
 */
export function publishTask(
  events: EventService,
  manager: EntityManager,
  task: Pick<TaskEntity, 'id' | 'type' | 'dueTime'> & { state?: TaskState },
): void {
  const event: TaskEvent = { taskId: task.id, state: task.state, dueTime: task.dueTime };
  for (const channel of [taskEvents(task.type), allTaskEvents]) events.publish(manager, channel, event);
  events.hint(manager, taskEvents(task.type), () => event);
}
