import type { EntityManager } from 'typeorm';
import type { TaskEntity, TaskError } from './task.entity';

/** The task as it was when its run began. */
export type RunningTask = Readonly<TaskEntity>;

/** What every ending of a run may bring. */
interface Ending {
  /** Replaces the data of the task as a whole; what is absent stays as it is, also when it was changed meanwhile. */
  data?: object;
  /**
   * Writes that are committed together with the ending or not at all: they happen once for each run that counts. A run
   * whose task was deleted or given to somebody else meanwhile leaves nothing. Must do nothing but talk to the database.
   */
  effect?: (manager: EntityManager) => Promise<unknown>;
}

/** How a run has ended. */
export type TaskOutcome =
  | ({ state: 'completed' } & Ending)
  /** To be run again from `availableTime` on (milliseconds since the epoch); `error` says why, if this run went wrong. */
  | ({ state: 'pending'; availableTime: number; error?: TaskError } & Ending)
  | ({ state: 'failed'; error: TaskError } & Ending);

/**
 * What is done with the tasks of one type. A task may be run again after a crash, so a handler either does what may be
 * done twice or leaves its writes to the `effect` of its outcome.
 */
export interface TaskHandler {
  readonly type: string;
  /** Milliseconds. A run is cancelled after twice this time, and given up after three times. */
  readonly maxDuration: number;
  /** How many tasks of the type one process runs at once; 1 when absent. */
  readonly workers?: number;
  /** Milliseconds between two looks for waiting tasks; a minute when absent. What this process queues itself is seen at once. */
  readonly pollDelay?: number;
  /** A task that is queued at start-up unless there is one of this name already, in whatever state. */
  readonly initial?: { name: string; priority?: number; data?: object };
  /** Trusted servers may queue tasks of the type, too; otherwise it is left to the service. */
  readonly isOpenToClients?: boolean;
  /**
   * Does the task. Throwing means that it has failed for good. `signal` aborts when the time is over or the process
   * stops; in the latter case the task is run again elsewhere unless the run still returns an outcome.
   */
  run(task: RunningTask, signal: AbortSignal): Promise<TaskOutcome>;
}
