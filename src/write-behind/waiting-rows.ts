/** Rows that wait in memory until they are stored, so that nobody waits for that. */
export class WaitingRows<Row extends object> {
  private readonly rows = new Set<Row>();
  private listener: () => void = () => undefined;
  private lost = 0;

  /** So many rows wait at most: more would mean that the database has been away for long. */
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

  /** True while the row waits: until it is taken, it may still be changed. */
  has(row: Row): boolean {
    return this.rows.has(row);
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

  /** Takes rows back that could not be stored. */
  giveBack(rows: readonly Row[]): void {
    for (const row of rows) this.rows.add(row);
  }

  /** How many rows were lost since the last time this was asked, because too many waited. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}
