import type { EventService } from '../events/event.service';
import { defineArea, keepsNothing, type Base } from '../composition/area';
import { TaskRunsService } from './task-runs.service';
import { TaskEntity } from './task.entity';
import { TaskService } from './task.service';

interface Needs extends Base {
  events: EventService;
}

/** Queued background work and its results. */
export const tasksArea = defineArea({
  name: 'tasks',
  entities: [TaskEntity],
  create: ({ database, events }: Needs) => ({
    tasks: new TaskService(database, events),
    taskRuns: new TaskRunsService(database, events),
  }),
  // The areas that queue tasks delete those of an account.
  forgets: keepsNothing,
});
