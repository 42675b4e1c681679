/** Collects records, sorts them by time, and returns them in batches. */
export class RecordBatches<T> {
  private pending: { time: number; record: T }[] = [];

  /** `size`: maximum number of records in a batch. */
  constructor(private readonly size: number) {}

  /** Adds a record of an instant (milliseconds). */
  add(time: number, record: T): void {
    this.pending.push({ time, record });
  }

  /** Full batches of records before an instant; earlier ones must not be added afterwards. */
  *takeFull(before: number): Generator<T[]> {
    if (this.pending.length < this.size) return;
    this.sort();
    const firstOpen = this.pending.findIndex(({ time }) => time >= before);
    let ready = firstOpen < 0 ? this.pending.length : firstOpen;
    for (; ready >= this.size; ready -= this.size) yield this.take();
  }

  /** All remaining records. */
  *takeRest(): Generator<T[]> {
    this.sort();
    while (this.pending.length > 0) yield this.take();
  }

  private sort(): void {
    this.pending.sort((one, other) => one.time - other.time);
  }

  private take(): T[] {
    return this.pending.splice(0, this.size).map(({ record }) => record);
  }
}
