import type { Logger } from '../logging';
import type { AlertEvaluator } from './alert-evaluator';
import type { AlertWatches } from './alert-watches';

/** Milliseconds between two looks for what other processes have asked for, or have left. */
const pollInterval = 1_000;

/** Milliseconds. What is uploaded within it is looked at together. */
const patience = 200;

const takenAtOnce = 20;

/** How many rows this process is at together, so that a push service that does not answer holds up few. */
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

  /** Lets what is under way end, then does nothing any more. */
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
    }, patience);
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
      this.log.error({ error }, 'it could not be found out which alerts are due');
    }
  }
}
