import type { EntityManager } from 'typeorm';
import type { EventService } from '../events/event.service';
import { topic } from '../events/topic';
import type { TaskEntity, TaskState } from './task.entity';

/** What has become of a task. */
export interface TaskEvent {
  taskId: string;
  /** Its state now; absent when it was deleted. */
  state?: TaskState;
  /** When a waiting task may be run, in milliseconds since the epoch. */
  dueTime: number;
}

/** What happens to the tasks of a type. */
export const taskEvents = topic<TaskEvent>('task');

/** What happens to tasks of all types. The key is always the same. */
const allTaskTopic = topic<TaskEvent>('any-task');
export const allTaskEvents = allTaskTopic('');

/**
 * Tells what has become of a task once the transaction of `manager` is committed. Whoever runs tasks of the type gets a
 * hint.
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
