import { now } from '../clock';
import type { Logger } from '../logging';
import type { TaskHandler, TaskOutcome } from './task-handler';
import { TaskRun } from './task-run';
import type { TaskRunsService } from './task-runs.service';
import type { RunningTask } from './task-handler';

const usualPollDelay = 60_000;

/** Looks for runs of dead processes are rarer than looks for waiting tasks, by this factor. */
const sweepFactor = 15;

/**
 * The tasks of one type as one process runs them, a few at once. It looks for waiting tasks after a delay, after each
 * that has ended, and when it hears of one.
 */
export class TaskQueue {
  private readonly pollDelay: number;
  private readonly workers: number;
  private readonly runs = new Map<TaskRun, Promise<void>>();
  private sweeps: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  private nextPoll = Infinity;
  private polling: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly handler: TaskHandler,
    private readonly tasks: TaskRunsService,
    private readonly log: Logger,
    pollDelay?: number,
  ) {
    this.pollDelay = pollDelay ?? handler.pollDelay ?? usualPollDelay;
    this.workers = handler.workers ?? 1;
  }

  /** The first look comes after a random part of the delay, so that processes do not look all at once. */
  start(): void {
    this.pollBy(now() + Math.random() * this.pollDelay);
    this.sweeps = setInterval(() => {
      this.sweeping = this.sweep();
    }, sweepFactor * this.pollDelay);
  }

  /** Cancels what is running and saves how far it has come. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.sweeps);
    await this.polling;
    for (const run of this.runs.keys()) run.interrupt();
    await Promise.all([...this.runs.values(), this.sweeping]);
  }

  /** Looks for waiting tasks at `time` at the latest. */
  pollBy(time: number): void {
    if (this.stopped || time >= this.nextPoll) return;
    clearTimeout(this.timer);
    this.nextPoll = time;
    this.timer = setTimeout(() => this.poll(), Math.max(0, time - now()));
  }

  private poll(): void {
    clearTimeout(this.timer);
    this.nextPoll = Infinity;
    if (this.stopped) return;
    this.again = true;
    this.polling ??= this.fill().then((nextDue) => {
      this.polling = undefined;
      this.pollBy(Math.min(nextDue, now() + this.pollDelay));
    });
  }

  /** Gives every free worker a task, as long as there are any. Returns when the next one may be run. */
  private async fill(): Promise<number> {
    let nextDue = Infinity;
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        while (this.runs.size < this.workers && !this.stopped) {
          const task = await this.tasks.claim(this.handler);
          if (!task) break;
          this.begin(task);
        }
        nextDue = await this.tasks.nextDueTime(this.handler.type);
      }
      return nextDue;
    } catch (error) {
      this.log.error({ error, type: this.handler.type }, 'waiting tasks could not be looked for');
      return Infinity;
    }
  }

  private begin(task: RunningTask): void {
    const run = new TaskRun(this.handler, task);
    const done = this.perform(run).finally(() => {
      this.runs.delete(run);
      this.poll();
    });
    this.runs.set(run, done);
  }

  private async perform(run: TaskRun): Promise<void> {
    const { task } = run;
    const facts = { type: task.type, task: task.id };
    const result = await run.result();
    const duration = now() - (task.runTime ?? 0);
    if (duration > this.handler.maxDuration) this.log.warn({ ...facts, duration }, 'a task took too long');
    if (result === 'lost') return;
    if (result.state === 'failed') this.log.warn({ ...facts, reason: result.error.detail }, 'a task failed');
    try {
      const counts = await this.save(task, result);
      if (!counts) this.log.info(facts, 'the result of a task came too late and is dropped');
    } catch (error) {
      this.log.error({ ...facts, error }, 'the result of a task could not be saved');
    }
  }

  /** A task whose effect cannot be written has failed. */
  private async save(task: RunningTask, outcome: TaskOutcome): Promise<boolean> {
    try {
      return await this.tasks.end(task, outcome);
    } catch (error) {
      if (!outcome.effect) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      return this.tasks.end(task, { state: 'failed', error: { detail } });
    }
  }

  private async sweep(): Promise<void> {
    try {
      const count = await this.tasks.putBackStuck(this.handler.type);
      if (count > 0) this.log.warn({ type: this.handler.type, count }, 'tasks of dead runs are run again');
    } catch (error) {
      this.log.error({ error, type: this.handler.type }, 'stuck tasks could not be looked for');
    }
  }
}
