import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import type { Unsubscribe } from '../events/event-bus';
import type { EventService } from '../events/event.service';
import type { Logger } from '../logging';
import { taskEvents } from './task-events';
import type { TaskHandler } from './task-handler';
import { TaskQueue } from './task-queue';
import type { TaskRunsService } from './task-runs.service';
import type { TaskService } from './task.service';

interface RunnerServices {
  tasks: TaskService;
  taskRuns: TaskRunsService;
  events: EventService;
}

/**
 * Runs tasks of all types that have a handler; tasks of other types stay pending. Any number of processes share
 * them.
 */
export class TaskRunner {
  private readonly queues: readonly { handler: TaskHandler; queue: TaskQueue }[];
  private starting: Promise<void> = Promise.resolve();
  private listening: Promise<Unsubscribe[]> = Promise.resolve([]);

  /** @param pollDelay milliseconds between two polls for pending tasks; overrides those of the handlers */
  constructor(
    private readonly database: Database,
    private readonly services: RunnerServices,
    handlers: readonly TaskHandler[],
    private readonly log: Logger,
    pollDelay?: number,
  ) {
    this.queues = handlers.map((handler) => ({
      handler,
      queue: new TaskQueue(handler, services.taskRuns, log, pollDelay),
    }));
  }

  start(): void {
    this.listening = Promise.all(
      this.queues.map(({ handler, queue }) =>
        this.services.events.hear(taskEvents(handler.type), ({ state, dueTime }) => {
          if (state === 'pending') queue.pollBy(Math.max(dueTime, now()));
        }),
      ),
    );
    for (const { queue } of this.queues) queue.start();
    this.starting = this.addInitialTasks();
  }

  /** Cancels running tasks, saves their progress, and starts no more. */
  async stop(): Promise<void> {
    await this.starting;
    for (const unsubscribe of await this.listening) unsubscribe();
    await Promise.all(this.queues.map(({ queue }) => queue.stop()));
  }

  private async addInitialTasks(): Promise<void> {
    const initial = this.queues.flatMap(({ handler: { type, initial: tasks = [] } }) =>
      tasks.map((task) => ({ type, ...task })),
    );
    for (const task of initial) {
      try {
        await this.database.transaction((manager) => this.services.tasks.add(manager, task));
      } catch (error) {
        if (!isDuplicateKey(error))
          this.log.error({ error, type: task.type }, 'the initial task of a type could not be queued');
      }
    }
  }
}
