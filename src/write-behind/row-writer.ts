import type { Logger } from '../logging';
import type { WaitingRows } from './waiting-rows';

/** Few enough for one statement in both dialects. */
const writtenAtOnce = 1_000;

/** What comes in within this time is stored together; in milliseconds. */
const patience = 500;

/** In milliseconds. */
const pauseAfterFailure = 2_000;

/**
 * Stores rows that wait in memory behind the back of whoever makes them. Rows that cannot be stored are tried again
 * until the process stops; what is lost then, or because too many wait, goes to the log as a number.
 */
export class RowWriter<Row extends object> {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  /** `store` keeps all of the rows or none, a thousand at most; `what` is what the log calls them. */
  constructor(
    private readonly what: string,
    private readonly rows: WaitingRows<Row>,
    private readonly store: (rows: readonly Row[]) => Promise<void>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.rows.onAdded(() => this.wake(patience));
  }

  /** Stores what waits and does nothing any more. */
  async stop(): Promise<void> {
    this.rows.onAdded(() => undefined);
    clearTimeout(this.timer);
    await this.round;
    clearTimeout(this.timer);
    if (await this.drain()) return;
    this.log.error({ rows: this.what, lost: this.rows.take(Infinity).length }, 'rows were lost');
  }

  private wake(delay: number): void {
    this.timer ??= setTimeout(() => {
      this.round = this.drain().then((done) => {
        this.timer = undefined;
        if (!done) this.wake(pauseAfterFailure);
        else if (!this.rows.isEmpty) this.wake(patience);
      });
    }, delay);
  }

  /** Stores all that waits. False when that fails; the rest goes on waiting then. */
  private async drain(): Promise<boolean> {
    const lost = this.rows.takeLost();
    if (lost > 0) this.log.error({ rows: this.what, lost }, 'too many rows waited');
    for (let batch = this.rows.take(writtenAtOnce); batch.length > 0;) {
      try {
        await this.store(batch);
      } catch (error) {
        this.rows.giveBack(batch);
        this.log.error({ error, rows: this.what }, 'rows could not be stored, will try again');
        return false;
      }
      batch = this.rows.take(writtenAtOnce);
    }
    return true;
  }
}
