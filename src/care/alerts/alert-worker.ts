import type { Logger } from '../../platform/logging';
import type { AlertEvaluator } from './alert-evaluator';
import type { AlertWatches } from './alert-watches';

/** Milliseconds between two polls for work requested or left behind by other processes. */
const pollInterval = 1_000;

/** Milliseconds. Uploads within this time are evaluated together. */
const wakeDelay = 200;

const takenAtOnce = 20;

/** How many rows this process handles together, so that an unresponsive push service delays only a few. */
const mostAtOnce = 60;

/** Evaluates alerts in the background of every process. */
export class AlertWorker {
  private poll: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private readonly running = new Set<Promise<void>>();
  private busy = 0;
  private stopped = false;

  constructor(
    private readonly watches: AlertWatches,
    private readonly evaluator: AlertEvaluator,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.watches.onWanted(() => this.wake());
    this.poll = setInterval(() => this.wake(), pollInterval);
    this.wake();
  }

  /** Waits for work in progress, then stops. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.poll);
    clearTimeout(this.timer);
    await this.round;
    await Promise.all(this.running);
  }

  private wake(): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.round = this.round.then(() => this.look());
    }, wakeDelay);
  }

  private async look(): Promise<void> {
    try {
      await this.watches.wantForReceipts();
      while (!this.stopped && this.busy < mostAtOnce) {
        const taken = await this.watches.take('dueTime', Math.min(takenAtOnce, mostAtOnce - this.busy));
        if (taken.length === 0) return;
        this.busy += taken.length;
        const work = this.evaluator.evaluate('dueTime', taken).finally(() => {
          this.busy -= taken.length;
          this.running.delete(work);
          this.wake();
        });
        this.running.add(work);
      }
    } catch (error) {
      this.log.error({ error }, 'due alerts could not be queried');
    }
  }
}
