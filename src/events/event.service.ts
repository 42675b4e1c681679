import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import type { EventBus, Unsubscribe } from './event-bus';
import { EventStream, type Subscriber } from './event-stream';
import { accessEvents, type Channel } from './topic';

/** Tells of changes, and listens for them. Events are told after the commit and may be lost when the process dies. */
export class EventService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
  ) {}

  /** Publishes once the transaction of `manager` is committed. `payload` is only asked for when it may be heard. */
  publish<Payload extends object>(
    manager: EntityManager,
    channel: Channel<Payload>,
    payload: () => Payload,
  ): void {
    this.database.afterCommit(manager, () => this.bus.publish(channel.name, payload));
  }

  /**
   * Call it in every transaction that takes something away from an account: a share, a membership, a session, the
   * account itself. Its streams ask their rules again and end when they are refused.
   */
  accessChanged(manager: EntityManager, userId: string): void {
    this.publish(manager, accessEvents(userId), () => ({}));
  }

  /** Calls `listener` with each event of a channel, for work of the process itself. */
  hear<Payload extends object>(
    channel: Channel<Payload>,
    listener: (payload: Payload) => void,
  ): Promise<Unsubscribe> {
    return this.bus.subscribe(channel.name, (payload) => listener(payload as Payload));
  }

  /** Throws when events do not reach other processes. */
  assertReachable(): Promise<void> {
    return this.bus.assertReachable();
  }

  /** Lets go of the backend. */
  close(): void {
    this.bus.close();
  }

  /** The events of these channels. `subscriber` is asked for again whenever their access may have changed. */
  listen(channels: readonly Channel<object>[], subscriber?: Subscriber): Promise<EventStream> {
    return EventStream.open(this.bus, channels, subscriber);
  }
}
