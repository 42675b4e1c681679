import type { Database } from '../database/database';
import type { Logger } from '../logging';
import { MetricsEventEntity } from './metrics-event.entity';
import type { MetricsService } from './metrics.service';

/** Few enough for one statement in both dialects. */
const writtenAtOnce = 100;

/**
 * Stores events of metrics behind the back of whoever reports them. What cannot be stored is logged and lost: nobody
 * is made to wait for a statistic, or to send it again.
 */
export class MetricsWriter {
  private round: Promise<void> = Promise.resolve();
  private busy = false;

  constructor(
    private readonly database: Database,
    private readonly metrics: MetricsService,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.metrics.onRecorded(() => this.wake());
    this.wake();
  }

  /** Stores what waits and does nothing any more. */
  async stop(): Promise<void> {
    this.metrics.onRecorded(() => undefined);
    await this.round;
    await this.drain();
  }

  private wake(): void {
    if (this.busy) return;
    this.busy = true;
    // What comes in together is stored together.
    this.round = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.drain());
  }

  private async drain(): Promise<void> {
    for (let events = this.metrics.take(writtenAtOnce); events.length > 0;) {
      await this.write(events);
      events = this.metrics.take(writtenAtOnce);
    }
    this.busy = false;
    const lost = this.metrics.takeLost();
    if (lost > 0) this.log.error({ lost }, 'too many events of metrics waited');
  }

  private async write(events: MetricsEventEntity[]): Promise<void> {
    try {
      await this.database.transaction((manager) => manager.insert(MetricsEventEntity, events));
    } catch (error) {
      this.log.error({ error, lost: events.length }, 'events of metrics could not be stored');
    }
  }
}
