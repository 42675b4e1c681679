import type { Logger } from '../logging';
import { ChannelListeners } from './channel-listeners';
import type { Unsubscribe } from './event-bus';
import type { EventLog, LoggedEvent } from './event-log';
import type { EventOrder } from './event-order';
import type { Place } from './event-place';

/** Few enough to be held at once. */
const readAtOnce = 1_000;

/**
 * Reads the log of events as it grows, once for all who listen in this process. An event costs one statement however many
 * listen, and while nobody does, only the end of the log is looked for.
 */
export class EventTail {
  private readonly listeners = new ChannelListeners<LoggedEvent>();
  private place: Place | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private coming: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly log: EventLog,
    private readonly order: EventOrder,
    private readonly logger: Logger,
  ) {}

  /** Hands out what has happened, as soon as it can be read. */
  wake(): void {
    if (!this.listeners.isEmpty) this.poll();
  }

  /** The same, and keeps to the end of the log while nobody listens. */
  poll(): void {
    this.catchUp().then(
      () => (this.isFailing = false),
      (error: unknown) => {
        // Once for an outage: it is tried again every few seconds.
        if (!this.isFailing)
          this.logger.error({ error }, 'the log of events could not be read; trying again');
        this.isFailing = true;
      },
    );
  }

  /**
   * Resolves once all that was committed before the call is handed out. Throws when the log cannot be read. Calls that
   * come while it is being read share the next reading.
   */
  catchUp(): Promise<void> {
    this.coming ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.coming = undefined;
        const reading = this.readOn();
        this.running = reading;
        return reading;
      });
    return this.coming;
  }

  /** The place up to which everything was handed out. Only once something was caught up with. */
  get end(): Place {
    if (!this.place) throw new Error('The log of events has not been read yet.');
    return this.place;
  }

  /** Calls `listener` with each event of the channel that stands after the `end` of now. */
  listen(channel: string, listener: (event: LoggedEvent) => void): Unsubscribe {
    return this.listeners.add(channel, listener);
  }

  /** Resolves once nothing is being read any more. */
  async settled(): Promise<void> {
    await this.coming?.catch(() => undefined);
    await this.running.catch(() => undefined);
  }

  private async readOn(): Promise<void> {
    await this.order.placeAll();
    if (!this.place || this.listeners.isEmpty) {
      const end = await this.log.end();
      // Somebody who came meanwhile wants all that stands after the place of then.
      if (!this.place || this.listeners.isEmpty) {
        this.place = end;
        return;
      }
    }
    for (let isMore = true; isMore;) {
      const events = await this.log.after(this.place, readAtOnce);
      for (const event of events) {
        this.place = event;
        this.listeners.tell(event.channel, event);
      }
      isMore = events.length === readAtOnce;
    }
  }
}
