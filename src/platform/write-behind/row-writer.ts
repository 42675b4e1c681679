import type { Logger } from '../logging';
import { within } from '../within';
import type { RowSpool } from './row-spool';
import type { WaitingRows } from './waiting-rows';

/** Small enough for one statement in both dialects. */
const writtenAtOnce = 1_000;

/** Milliseconds. Rows within this time are stored together. */
const writeDelay = 500;

/** In milliseconds. */
const pauseAfterFailure = 2_000;

/** Milliseconds that a stopping process gives the database. */
const longestStop = 2_000;

/**
 * Stores rows asynchronously from memory. Rows that cannot be stored go to files, so that they survive the process,
 * and are retried from there. If neither works, rows are lost, and their number is logged.
 */
export class RowWriter<Row extends object> {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  /** An earlier process may have left some. */
  private isSpoolFilled = true;
  /** Rows that the database is currently storing. */
  private underWay: readonly Row[] = [];

  /**
   * `store` stores either all of the rows (at most a thousand) or none, and each of them once however often it
   * comes; `what` is their name in the log.
   */
  constructor(
    private readonly what: string,
    private readonly rows: WaitingRows<Row>,
    private readonly store: (rows: readonly Row[]) => Promise<void>,
    private readonly spool: RowSpool<Row>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.rows.onAdded(() => this.wake(writeDelay));
    this.wake(writeDelay);
  }

  /** Stores pending rows and stops. What the database does not accept within some seconds goes to files. */
  async stop(): Promise<void> {
    this.rows.onAdded(() => undefined);
    clearTimeout(this.timer);
    if (!(await within(longestStop, this.finish()))) {
      // Storing a row twice has no further effect.
      this.rows.giveBack(this.underWay);
      await this.spoolRows();
    }
    const lost = this.rows.take(Infinity).length;
    if (lost > 0) this.log.error({ rows: this.what, lost }, 'rows were lost');
  }

  private async finish(): Promise<void> {
    await this.round;
    clearTimeout(this.timer);
    let isStored = await this.storeWaiting();
    while (isStored && !this.rows.isEmpty) isStored = await this.storeWaiting();
  }

  private wake(delay: number): void {
    this.timer ??= setTimeout(() => {
      this.round = this.storeWaiting().then((done) => {
        this.timer = undefined;
        if (!done) this.wake(pauseAfterFailure);
        else if (!this.rows.isEmpty) this.wake(writeDelay);
      });
    }, delay);
  }

  /**
   * Stores the rows that are pending now. Those that come meanwhile gather for the next time: a busy process would
   * otherwise store them a few at a time, in one transaction after the other. Returns false if that fails; the rest
   * stays pending, in files if possible.
   */
  private async storeWaiting(): Promise<boolean> {
    const lost = this.rows.takeLost();
    if (lost > 0) this.log.error({ rows: this.what, lost }, 'too many rows are waiting');
    try {
      if (this.isSpoolFilled) await this.storeSpooled();
      for (let left = this.rows.size; left > 0; left -= writtenAtOnce) {
        this.underWay = this.rows.take(Math.min(left, writtenAtOnce));
        await this.store(this.underWay);
        this.underWay = [];
      }
      return true;
    } catch (error) {
      this.rows.giveBack(this.underWay);
      this.underWay = [];
      this.log.error({ error, rows: this.what }, 'rows could not be stored; will be retried');
      await this.spoolRows();
      return false;
    }
  }

  private async storeSpooled(): Promise<void> {
    await this.spool.storeAll(this.store, (error) =>
      this.log.error({ error, rows: this.what }, 'rows from a file could not be stored'),
    );
    this.isSpoolFilled = false;
  }

  private async spoolRows(): Promise<void> {
    while (!this.rows.isEmpty) {
      const batch = this.rows.take(writtenAtOnce);
      try {
        await this.spool.put(batch);
        this.isSpoolFilled = true;
      } catch (error) {
        this.rows.giveBack(batch);
        this.log.error({ error, rows: this.what }, 'rows could not be written to a file');
        return;
      }
    }
  }
}
