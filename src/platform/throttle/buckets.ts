import { now } from '../clock';

/** A bucket that is full after `seconds` without a charge, and refills evenly. */
export interface Bucket {
  name: string;
  /** What a full bucket pays for. */
  capacity: number;
  seconds: number;
}

/** The bucket of one subject. */
export interface OwnBucket {
  bucket: Bucket;
  /** A digest of the subject. */
  key: string;
}

/** What is left in a bucket. */
export interface Level {
  remaining: number;
  /** Milliseconds until the bucket is full. */
  fullIn: number;
}

/** The outcome of a charge. */
export interface Taking {
  /** Milliseconds until the buckets hold enough; 0 if the charge was taken. */
  wait: number;
  /** In the order of the buckets. */
  levels: Level[];
}

/** Buckets by subject. */
export interface BucketStore {
  /** Takes the same amount from all buckets, or nothing if one of them holds less. */
  take(buckets: readonly OwnBucket[], amount: number): Promise<Taking>;
}

/** Milliseconds in which a bucket refills an amount. */
export const refillTime = ({ capacity, seconds }: Bucket, amount: number): number =>
  (amount / capacity) * seconds * 1000;

/** The level of a bucket that is full in so many milliseconds. */
export const toLevel = ({ capacity, seconds }: Bucket, fullIn: number): Level => ({
  remaining: Math.max(0, Math.floor(capacity * (1 - fullIn / (seconds * 1000)))),
  fullIn,
});

/** So many buckets may be there before those that are full are dropped. */
const mostIdle = 10_000;

/** Buckets of this process. A bucket is stored as the time at which it is full; a full one is not stored. */
export class MemoryBuckets implements BucketStore {
  private readonly fullAt = new Map<string, number>();
  private sweepAbove = mostIdle;

  take(buckets: readonly OwnBucket[], amount: number): Promise<Taking> {
    const time = now();
    const charges = buckets.map(({ bucket, key }) => {
      const window = bucket.seconds * 1000;
      const name = `${bucket.name}:${key}`;
      const noted = Math.max(0, (this.fullAt.get(name) ?? 0) - time);
      // No charge puts it off by more than the window, but for what rounding adds: the clock was set back.
      const fullIn = noted > window + 1 ? 0 : noted;
      const fullAfter = fullIn + refillTime(bucket, amount);
      return { bucket, name, fullIn, fullAfter, wait: fullAfter - window };
    });
    const wait = Math.max(0, ...charges.map((charge) => charge.wait));
    if (wait > 0)
      return Promise.resolve({ wait, levels: charges.map(({ bucket, fullIn }) => toLevel(bucket, fullIn)) });
    for (const { name, fullAfter } of charges) this.fullAt.set(name, time + fullAfter);
    if (this.fullAt.size > this.sweepAbove) this.sweep(time);
    return Promise.resolve({
      wait: 0,
      levels: charges.map(({ bucket, fullAfter }) => toLevel(bucket, fullAfter)),
    });
  }

  /** Costs as much as the map is long, so it waits until the map has doubled. */
  private sweep(time: number): void {
    for (const [name, fullAt] of this.fullAt) if (fullAt <= time) this.fullAt.delete(name);
    this.sweepAbove = Math.max(mostIdle, 2 * this.fullAt.size);
  }
}
