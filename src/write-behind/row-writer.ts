import type { Logger } from '../logging';
import type { RowShelf } from './row-shelf';
import type { WaitingRows } from './waiting-rows';

/** Few enough for one statement in both dialects. */
const writtenAtOnce = 1_000;

/** What comes in within this time is stored together; in milliseconds. */
const patience = 500;

/** In milliseconds. */
const pauseAfterFailure = 2_000;

/**
 * Stores rows that wait in memory behind the back of whoever makes them. Rows that cannot be stored go to files, so that they
 * survive the process, and are tried again from there. What is lost because neither works goes to the log as a number.
 */
export class RowWriter<Row extends object> {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  /** An earlier process may have left some. */
  private areSomeShelved = true;

  /**
   * `store` keeps all of the rows or none, a thousand at most, and each of them once however often it comes; `what` is what
   * the log calls them.
   */
  constructor(
    private readonly what: string,
    private readonly rows: WaitingRows<Row>,
    private readonly store: (rows: readonly Row[]) => Promise<void>,
    private readonly shelf: RowShelf<Row>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.rows.onAdded(() => this.wake(patience));
    this.wake(patience);
  }

  /** Stores what waits and does nothing any more. */
  async stop(): Promise<void> {
    this.rows.onAdded(() => undefined);
    clearTimeout(this.timer);
    await this.round;
    clearTimeout(this.timer);
    if (await this.drain()) return;
    const lost = this.rows.take(Infinity).length;
    if (lost > 0) this.log.error({ rows: this.what, lost }, 'rows were lost');
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

  /** Stores all that waits. False when that fails; the rest goes on waiting then, in files if possible. */
  private async drain(): Promise<boolean> {
    const lost = this.rows.takeLost();
    if (lost > 0) this.log.error({ rows: this.what, lost }, 'too many rows waited');
    let batch: Row[] = [];
    try {
      if (this.areSomeShelved) await this.storeShelved();
      for (batch = this.rows.take(writtenAtOnce); batch.length > 0; batch = this.rows.take(writtenAtOnce))
        await this.store(batch);
      return true;
    } catch (error) {
      this.rows.giveBack(batch);
      this.log.error({ error, rows: this.what }, 'rows could not be stored, will try again');
      await this.shelve();
      return false;
    }
  }

  private async storeShelved(): Promise<void> {
    await this.shelf.storeAll(this.store, (error) =>
      this.log.error({ error, rows: this.what }, 'rows in a file could not be stored'),
    );
    this.areSomeShelved = false;
  }

  private async shelve(): Promise<void> {
    while (!this.rows.isEmpty) {
      const batch = this.rows.take(writtenAtOnce);
      try {
        await this.shelf.put(batch);
        this.areSomeShelved = true;
      } catch (error) {
        this.rows.giveBack(batch);
        this.log.error({ error, rows: this.what }, 'rows could not be kept in a file');
        return;
      }
    }
  }
}
