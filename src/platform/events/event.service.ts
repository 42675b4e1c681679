import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import type { Logger } from '../logging';
import type { EventBus, Unsubscribe } from './event-bus';
import { EventLog, type NewEvent } from './event-log';
import { EventOrder } from './event-order';
import { toCursor } from './event-place';
import { EventStream, type StreamOptions } from './event-stream';
import { EventTail } from './event-tail';
import { accessEvents, type Channel } from './topic';

/** Milliseconds. Covers commits whose hints are lost. */
const pollInterval = 2_000;

/** Hint that something was added to the log. */
const logHint = 'log';

/**
 * Publishes and subscribes to events. An event is stored with its change, so none is lost. Listeners read the log at
 * once after a hint, and every few seconds without one.
 */
export class EventService {
  private readonly log: EventLog;
  private readonly tail: EventTail;
  private readonly published = new WeakMap<EntityManager, NewEvent[]>();
  private timer: NodeJS.Timeout | undefined;
  private listening: Promise<Unsubscribe> | undefined;

  /** @param lifetime milliseconds that events are kept */
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    lifetime: number,
    logger: Logger,
  ) {
    this.log = new EventLog(database, lifetime);
    this.tail = new EventTail(this.log, new EventOrder(database), logger);
    database.addToTransactions((manager) => this.store(manager));
  }

  start(): void {
    this.listening = this.bus.subscribe(logHint, () => this.tail.wake());
    this.timer = setInterval(() => this.tail.poll(), pollInterval);
    this.tail.poll();
  }

  /** Stops reading. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const leave = await this.listening;
    leave?.();
    await this.tail.settled();
  }

  /** Throws when events do not reach other processes. */
  assertReachable(): Promise<void> {
    return this.bus.assertReachable();
  }

  /** Closes the back end. */
  close(): void {
    this.bus.close();
  }

  /** Publishes a change in its transaction: listeners get it once it is committed. */
  publish<Payload extends object>(manager: EntityManager, channel: Channel<Payload>, payload: Payload): void {
    const event = { channel: channel.name, payload, mention: channel.mentions?.(payload) ?? null };
    const published = this.published.get(manager);
    if (published) published.push(event);
    else this.published.set(manager, [event]);
  }

  private async store(manager: EntityManager): Promise<void> {
    const events = this.published.get(manager);
    if (!events) return;
    this.published.delete(manager);
    await this.log.append(manager, events);
    this.database.afterCommit(manager, () => this.bus.publish(logHint, () => ({})));
  }

  /**
   * Call it in every transaction that takes something away from an account: a share, a membership, a session, the
   * account itself. Its streams then recheck their rules and end if they are denied.
   */
  accessChanged(manager: EntityManager, userId: string): void {
    this.publish(manager, accessEvents(userId), {});
  }

  /** Sends a hint to those who `hear` the channel once the transaction of `manager` is committed. It may be lost. */
  hint<Payload extends object>(
    manager: EntityManager,
    channel: Channel<Payload>,
    payload: () => Payload,
  ): void {
    this.database.afterCommit(manager, () => this.bus.publish(channel.name, payload));
  }

  /** Calls `listener` with each hint of a channel, for background work of the process. */
  hear<Payload extends object>(
    channel: Channel<Payload>,
    listener: (payload: Payload) => void,
  ): Promise<Unsubscribe> {
    return this.bus.subscribe(channel.name, (payload) => listener(payload as Payload));
  }

  /** The events of these channels, from now on or since a cursor. */
  listen(channels: readonly Channel<object>[], options?: StreamOptions): Promise<EventStream> {
    return EventStream.open({ log: this.log, tail: this.tail }, channels, options);
  }

  /** A cursor to listen from: it covers everything that happens after the call. */
  async cursor(): Promise<string> {
    await this.tail.catchUp();
    return toCursor(this.tail.end);
  }

  /** Deletes the events of a deleted account. */
  forgetAccount(userId: string): Promise<void> {
    return this.log.forgetAccount(userId);
  }

  /** Deletes expired events. */
  purge(isStopped: () => boolean): Promise<void> {
    return this.log.purge(isStopped);
  }
}
