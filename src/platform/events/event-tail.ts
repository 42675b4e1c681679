import type { Logger } from '../logging';
import { ChannelListeners } from './channel-listeners';
import type { Unsubscribe } from './event-bus';
import type { EventLog, LoggedEvent } from './event-log';
import type { EventOrder } from './event-order';
import type { Place } from './event-place';

/** Small enough to hold in memory. */
const readAtOnce = 1_000;

/**
 * Follows the event log, once for all listeners in this process. An event costs one statement however many listen.
 * Without listeners, it only tracks the end of the log.
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

  /** Delivers new events as soon as they can be read. */
  wake(): void {
    if (!this.listeners.isEmpty) this.poll();
  }

  /** The same, and tracks the end of the log while nobody listens. */
  poll(): void {
    this.catchUp().then(
      () => (this.isFailing = false),
      (error: unknown) => {
        // Logged once per outage; it is retried every few seconds.
        if (!this.isFailing) this.logger.error({ error }, 'the event log could not be read; retrying');
        this.isFailing = true;
      },
    );
  }

  /**
   * Resolves once everything committed before the call is delivered. Throws when the log cannot be read. Calls
   * during a read share the next one.
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

  /** The place up to which everything was delivered. Only available after catching up once. */
  get end(): Place {
    if (!this.place) throw new Error('The event log has not been read yet.');
    return this.place;
  }

  /** Calls `listener` with each event of the channel after the current `end`. */
  listen(channel: string, listener: (event: LoggedEvent) => void): Unsubscribe {
    return this.listeners.add(channel, listener);
  }

  /** Resolves once nothing is being read. */
  async settled(): Promise<void> {
    await this.coming?.catch(() => undefined);
    await this.running.catch(() => undefined);
  }

  private async readOn(): Promise<void> {
    await this.order.placeAll();
    if (!this.place || this.listeners.isEmpty) {
      const end = await this.log.end();
      // A listener that was added in the meantime wants everything after the place of that time.
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
