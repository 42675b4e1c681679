import { now } from '../clock';
import type { Logger } from '../logging';
import type { ContentStore } from './content-store';

/** An area with content keys in its rows. */
export interface ContentOwner {
  /** The keys that a row of this area refers to. */
  keysInUse(keys: readonly string[]): Promise<string[]>;
}

const hour = 60 * 60_000;
/**
 * Only seconds pass between keeping content and committing its row; content without a row after an hour never gets
 * one.
 */
const graceTime = hour;
const batchSize = 500;

/**
 * Deletes content that no row refers to, left behind by crashed processes. It runs at start-up and once an hour;
 * several processes may run it at the same time.
 */
export class OrphanSweep {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly store: ContentStore,
    private readonly owners: readonly ContentOwner[],
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), hour);
    this.begin();
  }

  /** Waits for the current batch, then stops. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  /** If a sweep of a large store takes longer than an hour, the next one begins after it. */
  private begin(): void {
    this.round = this.round.then(() => this.sweep());
  }

  private async sweep(): Promise<void> {
    try {
      await this.store.removeUnfinished(now() - graceTime);
      let keys: string[] = [];
      for await (const key of this.store.keysBefore(now() - graceTime)) {
        if (this.stopped) return;
        keys.push(key);
        if (keys.length < batchSize) continue;
        await this.removeOrphans(keys);
        keys = [];
      }
      await this.removeOrphans(keys);
    } catch (error) {
      this.log.error({ error }, 'orphaned content could not be deleted');
    }
  }

  private async removeOrphans(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const inUse = new Set((await Promise.all(this.owners.map((owner) => owner.keysInUse(keys)))).flat());
    for (const key of keys.filter((candidate) => !inUse.has(candidate))) {
      await this.store.remove(key);
      this.log.info({ key }, 'deleted orphaned content');
    }
  }
}
