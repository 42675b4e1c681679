import { now } from '../clock';
import type { RunningTask, TaskHandler, TaskOutcome } from './task-handler';

/** Milliseconds that a handler has to finish when the process stops. */
const graceTime = 5_000;

/** `lost`: the handler has exceeded its time, so its result no longer counts. */
export type RunResult = TaskOutcome | 'lost';

/** One run of a task within its time limits. */
export class TaskRun {
  private readonly controller = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private interrupted: ((result: TaskOutcome) => void) | undefined;
  private stopping = false;

  constructor(
    private readonly handler: TaskHandler,
    readonly task: RunningTask,
  ) {}

  /** Runs the handler. Never throws. */
  async result(): Promise<RunResult> {
    const begun = this.task.runTime ?? now();
    const interruption = new Promise<TaskOutcome>((resolve) => {
      this.interrupted = resolve;
    });
    const loss = new Promise<'lost'>((resolve) => {
      this.after(begun + 3 * this.handler.maxDuration - now(), () => resolve('lost'));
    });
    this.after(begun + 2 * this.handler.maxDuration - now(), () => this.cancel('The time for it is over.'));
    try {
      return await Promise.race([this.attempt(), interruption, loss]);
    } finally {
      this.timers.forEach(clearTimeout);
    }
  }

  /** The process is stopping: cancels the handler; another process runs the task again unless it finishes in time. */
  interrupt(): void {
    this.stopping = true;
    this.cancel('The process is stopping.');
    this.after(graceTime, () => this.interrupted?.(this.again()));
  }

  private async attempt(): Promise<TaskOutcome> {
    try {
      return await this.handler.run(this.task, this.controller.signal);
    } catch (error) {
      if (this.stopping) return this.again();
      return { state: 'failed', error: { detail: error instanceof Error ? error.message : String(error) } };
    }
  }

  private again(): TaskOutcome {
    return { state: 'pending', availableTime: now() };
  }

  private cancel(reason: string): void {
    this.controller.abort(new Error(reason));
  }

  private after(delay: number, action: () => void): void {
    this.timers.push(setTimeout(action, Math.max(0, delay)));
  }
}
