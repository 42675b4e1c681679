/** Rows pending in memory, so that callers need not wait for their storage. */
export class WaitingRows<Row extends object> {
  private readonly rows = new Set<Row>();
  private listener: () => void = () => undefined;
  private lost = 0;

  /** Maximum number of pending rows: more means that the database has been unavailable for long. */
  constructor(private readonly mostWaiting: number) {}

  /** Calls `listener` whenever there is something to store. */
  onAdded(listener: () => void): void {
    this.listener = listener;
  }

  add(row: Row): void {
    if (this.rows.size >= this.mostWaiting) {
      this.lost += 1;
      return;
    }
    this.rows.add(row);
    this.listener();
  }

  /** True while the row is pending: until it is taken, it may still be changed. */
  has(row: Row): boolean {
    return this.rows.has(row);
  }

  get size(): number {
    return this.rows.size;
  }

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** Hands out some of the rows, oldest first. */
  take(count: number): Row[] {
    const taken: Row[] = [];
    for (const row of this.rows) {
      if (taken.length === count) break;
      taken.push(row);
      this.rows.delete(row);
    }
    return taken;
  }

  /** Takes back rows that could not be stored. */
  giveBack(rows: readonly Row[]): void {
    for (const row of rows) this.rows.add(row);
  }

  /** The number of rows lost since the last call because too many were pending. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}
