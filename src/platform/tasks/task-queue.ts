import { SpanKind } from '@opentelemetry/api';
import { now } from '../clock';
import { ClockLook } from '../clock-look';
import type { Logger } from '../logging';
import type { TaskHandler, TaskOutcome } from './task-handler';
import { taskDurations } from '../telemetry/measures';
import { detached, markFailed, tracedAlone } from '../telemetry/tracing';
import { TaskRun, type RunResult } from './task-run';
import type { TaskRunsService } from './task-runs.service';
import type { RunningTask } from './task-handler';

const usualPollDelay = 60_000;

/** Milliseconds between two looks for tasks from a clock that was ahead. */
const clockInterval = 15 * 60_000;

/** Polls for runs of dead processes are rarer than polls for pending tasks, by this factor. */
const sweepFactor = 15;

/**
 * The tasks of one type within a process, running a few at once. It polls for pending tasks after a delay, after
 * each run, and after hints.
 */
export class TaskQueue {
  private readonly pollDelay: number;
  private readonly workers: number;
  private readonly runs = new Map<TaskRun, Promise<void>>();
  private sweeps: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  private nextPoll = Infinity;
  private polling: Promise<void> | undefined;
  private again = false;
  private readonly clock = new ClockLook(clockInterval);
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

  /** The first poll comes after a random part of the delay, so that processes do not poll simultaneously. */
  start(): void {
    this.pollBy(now() + Math.random() * this.pollDelay);
    this.sweeps = setInterval(() => {
      this.sweeping = this.sweep();
    }, sweepFactor * this.pollDelay);
  }

  /** Cancels running tasks and saves their progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.sweeps);
    await this.polling;
    for (const run of this.runs.keys()) run.interrupt();
    await Promise.all([...this.runs.values(), this.sweeping]);
  }

  /** Polls for pending tasks at `time` at the latest. */
  pollBy(time: number): void {
    if (this.stopped || time >= this.nextPoll) return;
    clearTimeout(this.timer);
    // Timers of more than 24 days fire at once.
    const delay = Math.min(Math.max(0, time - now()), this.pollDelay);
    this.nextPoll = now() + delay;
    this.timer = detached(() => setTimeout(() => this.poll(), delay));
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

  /** Assigns pending tasks to free workers. Returns when the next task becomes due. */
  private async fill(): Promise<number> {
    let nextDue = Infinity;
    try {
      await this.lookAtClock();
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
      this.log.error({ error, type: this.handler.type }, 'pending tasks could not be queried');
      return Infinity;
    }
  }

  private async lookAtClock(): Promise<void> {
    if (!this.clock.isDue) return;
    await this.tasks.correctFutureTasks(this.handler);
    this.clock.done();
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
    const result = await this.runHandler(run);
    const duration = now() - (task.runTime ?? 0);
    if (duration > this.handler.maxDuration)
      this.log.warn({ ...facts, duration }, 'a task exceeded its time limit');
    if (result === 'lost') return;
    if (result.state === 'failed') this.log.warn({ ...facts, reason: result.error.detail }, 'a task failed');
    try {
      const counts = await this.save(task, result);
      if (!counts) this.log.info(facts, 'the result of a task came too late and was dropped');
    } catch (error) {
      this.log.error({ ...facts, error }, 'the result of a task could not be stored');
    }
  }

  private async runHandler(run: TaskRun): Promise<RunResult> {
    const { id, type, traceParent } = run.task;
    const describe = () => ({
      name: `task ${type}`,
      kind: SpanKind.CONSUMER,
      attributes: { 'glycograph.task.id': id },
    });
    return tracedAlone(describe, [traceParent], async (span) => {
      const begun = performance.now();
      const result = await run.result();
      const outcome = result === 'lost' ? result : result.state;
      taskDurations.observe({ type, outcome }, (performance.now() - begun) / 1000);
      if (span && (outcome === 'lost' || outcome === 'failed')) markFailed(span, outcome);
      return result;
    });
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
      if (count > 0) this.log.warn({ type: this.handler.type, count }, 'tasks of dead runs are queued again');
    } catch (error) {
      this.log.error({ error, type: this.handler.type }, 'stuck tasks could not be queried');
    }
  }
}
