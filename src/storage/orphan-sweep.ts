import { now } from '../clock';
import type { Logger } from '../logging';
import type { ContentStore } from './content-store';

/** An area that keeps keys of stored content in its rows. */
export interface ContentOwner {
  /** Those of the keys that a row of this area names. */
  keysInUse(keys: readonly string[]): Promise<string[]>;
}

const hour = 60 * 60_000;
/** Between keeping content and committing its row lie seconds; what has no row after an hour never gets one. */
const graceTime = hour;
const batchSize = 500;

/**
 * Removes content that no row names: what crashed processes left behind. It runs when the service starts and once
 * an hour, and any number of processes may do it at the same time.
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

  /** Lets the batch that is under way end, then does nothing any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  /** A sweep of a large store may take longer than an hour; the next one then begins after it. */
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
      this.log.error({ error }, 'stored content could not be swept');
    }
  }

  private async removeOrphans(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const inUse = new Set((await Promise.all(this.owners.map((owner) => owner.keysInUse(keys)))).flat());
    for (const key of keys.filter((candidate) => !inUse.has(candidate))) {
      await this.store.remove(key);
      this.log.info({ key }, 'removed content that nothing refers to');
    }
  }
}
