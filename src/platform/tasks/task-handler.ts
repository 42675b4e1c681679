import type { EntityManager } from 'typeorm';
import type { TaskEntity, TaskError } from './task.entity';

/** The task as it was when its run began. */
export type RunningTask = Readonly<TaskEntity>;

/** Fields common to all outcomes of a run. */
interface Ending {
  /** Replaces the data of the task as a whole. If absent, the data stays, including changes made during the run. */
  data?: object;
  /**
   * Writes that are committed together with the end of the run, exactly once per successful run. If the task was
   * deleted or taken over during the run, nothing is written. Must do nothing but talk to the database.
   */
  effect?: (manager: EntityManager) => Promise<unknown>;
}

/** The outcome of a run. */
export type TaskOutcome =
  | ({ state: 'completed' } & Ending)
  /** Run again from `availableTime` on (milliseconds since the epoch); `error` is set if this run failed. */
  | ({ state: 'pending'; availableTime: number; error?: TaskError } & Ending)
  | ({ state: 'failed'; error: TaskError } & Ending);

/**
 * The work of the tasks of one type. A task may run again after a crash, so a handler is either idempotent or
 * returns its writes as the `effect` of its outcome.
 */
export interface TaskHandler {
  readonly type: string;
  /** Milliseconds. A run is canceled after twice this time, and given up after three times. */
  readonly maxDuration: number;
  /** Maximum number of concurrent tasks of the type per process; 1 by default. */
  readonly workers?: number;
  /**
   * Milliseconds between two polls for pending tasks; a minute by default. Tasks queued by this process are seen at
   * once.
   */
  readonly pollDelay?: number;
  /** Tasks queued at start-up, each unless one with its name exists in any state. */
  readonly initial?: readonly { name: string; priority?: number; data?: object }[];
  /** Whether trusted servers may queue tasks of the type; otherwise only the service does. */
  readonly isOpenToClients?: boolean;
  /**
   * Performs the task. If it throws, the task has failed permanently. `signal` aborts when the time is over or the
   * process stops; in the latter case another process runs the task again unless the run still returns an outcome.
   */
  run(task: RunningTask, signal: AbortSignal): Promise<TaskOutcome>;
}
