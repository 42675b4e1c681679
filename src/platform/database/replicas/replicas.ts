import type { DataSource } from 'typeorm';
import { classifyOutage } from '../../outage';
import type { ServerAddress } from '../cluster/addresses';
import type { PlainReads } from '../../speed/plain-reads';
import type { SnapshotQuery } from '../snapshot';
import { Beats } from './beats';
import { Replica, type ReplicaUse } from './replica';

/** The configured replicas; `lag` and `tell` as in `ReplicaUse`. */
export interface ReplicaOptions extends Pick<ReplicaUse, 'lag' | 'tell'> {
  addresses: readonly ServerAddress[];
}

type Work<T> = (query: SnapshotQuery) => Promise<T>;

/**
 * Servers for long reads that need not run on the primary. Results always include what was committed before the
 * request: a mark is written for each read, and a replica that shows it is used. A replica that does not show it in
 * time, or is unavailable, is skipped; then the primary answers.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private readonly beats: Beats;
  private turn = 0;

  /**
   * @param source the connections to the primary
   * @param primary reads from the primary
   */
  constructor(
    source: DataSource,
    private readonly primary: PlainReads,
    { addresses, ...use }: ReplicaOptions & ReplicaUse,
  ) {
    this.replicas = addresses.map((address) => new Replica(address, source, use));
    this.beats = new Beats(source);
    this.tryOthers();
  }

  /** Runs `read` on a replica, or on the primary if there is none or if the replica fails. `read` must only read. */
  async read<T>(read: (plain: PlainReads) => Promise<T>): Promise<T> {
    const replica = await this.current();
    if (!replica) return read(this.primary);
    try {
      return await replica.read(read);
    } catch (error) {
      if (!classifyOutage(error)) throw error;
      return read(this.primary);
    }
  }

  /** Provides a snapshot of a replica, or calls `elsewhere` if there is none, or none could be started. */
  async longSnapshot<T>(work: Work<T>, elsewhere: (work: Work<T>) => Promise<T>): Promise<T> {
    const replica = await this.current();
    if (!replica) return elsewhere(work);
    let hasBegun = false;
    try {
      return await replica.longSnapshot((query) => {
        hasBegun = true;
        return work(query);
      });
    } catch (error) {
      if (hasBegun || !classifyOutage(error)) throw error;
      return elsewhere(work);
    }
  }

  /** Checks all replicas. Returns their number, and how many are skipped. */
  async look(): Promise<{ count: number; passedOver: number }> {
    const beat = await this.beats.next();
    const shown = await Promise.all(this.replicas.map((replica) => replica.shows(beat)));
    return { count: shown.length, passedOver: shown.filter((isShown) => !isShown).length };
  }

  /** A replica that shows everything committed before; replicas take turns. */
  private async current(): Promise<Replica | undefined> {
    this.tryOthers();
    const used = this.replicas.filter(({ isUsed }) => isUsed);
    const replica = used[this.turn % used.length];
    this.turn += 1;
    if (!replica) return undefined;
    try {
      return (await replica.shows(await this.beats.next())) ? replica : undefined;
    } catch {
      // The primary accepts no writes at the moment, but may still answer reads.
      return undefined;
    }
  }

  /** Does not wait for replicas that are currently skipped. */
  private tryOthers(): void {
    const rested = this.replicas.filter(({ isRested }) => isRested);
    if (rested.length === 0) return;
    this.beats.next().then(
      (beat) => rested.forEach((replica) => void replica.shows(beat)),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }
}
