import type { Logger } from '../logging';
import type { WorkLeaseService } from './work-lease.service';

/** An area that deletes rows whose time is over. `isStopped` is asked between two steps. */
export interface Purgeable {
  purge(isStopped: () => boolean): Promise<void>;
}

const hour = 3_600_000;

/** Lets areas delete what is over, once an hour in one of the processes. */
export class HourlyPurge {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly leases: WorkLeaseService,
    private readonly areas: Readonly<Record<string, Purgeable>>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), hour);
    this.begin();
  }

  /** Lets the step that is under way end. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  private begin(): void {
    this.round = this.round.then(() => this.runOnce());
  }

  /** One round through all areas that no other process has dealt with in this hour. */
  async runOnce(): Promise<void> {
    for (const [name, area] of Object.entries(this.areas)) {
      if (this.stopped) return;
      try {
        // A little less than an hour, or the timer of this process would come too early for its own lease.
        if (await this.leases.take(`purge:${name}`, hour * 0.9)) await area.purge(() => this.stopped);
      } catch (error) {
        this.log.error({ error, area: name }, 'what is over could not be deleted');
      }
    }
  }
}
