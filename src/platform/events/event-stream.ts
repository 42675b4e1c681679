import { now } from '../clock';
import { ApiError } from '../errors';
import type { EventLog, LoggedEvent } from './event-log';
import { toCursor, parseCursor, isAfter, type Place } from './event-place';
import type { EventTail } from './event-tail';
import { accessEvents, type Channel } from './topic';

/**
 * An event; a gap, where events are no longer kept; or a request to recheck whether the listener may continue. Items
 * for several streams with the same cause share one occasion: the payload of the event, or the source of the
 * recheck. A reader can resume from the cursor of an event or gap.
 */
export type StreamItem =
  | { kind: 'event'; payload: object; cursor: string }
  | { kind: 'gap'; occasion: object; cursor: string }
  | { kind: 'recheck'; occasion: object };

/** The cause of the item. */
export const getOccasion = (item: StreamItem): object =>
  item.kind === 'event' ? item.payload : item.occasion;

/** The owner of a stream. */
export interface Subscriber {
  userId: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresTime: number;
}

/** The source of events for streams. */
export interface EventSource {
  log: EventLog;
  tail: EventTail;
}

export interface StreamOptions {
  /** The account whose access is rechecked whenever it may have changed. */
  subscriber?: Subscriber;
  /** Cursor of the event to resume after; without it, the stream delivers only live events. */
  since?: string;
}

/** How many events may wait for a slow reader before the stream ends. */
const capacity = 500;

/** How many past events are read at once. */
const replayedAtOnce = 100;

/** Milliseconds. Changes of access trigger a recheck at once; this covers lost hints. */
const recheckInterval = 60_000;

const longestTimer = 2 ** 31 - 1;

/** Timers may fire a little early; the token must have expired by then. */
const afterExpiry = 50;

const tooSlow = () =>
  new ApiError(
    'RATE_LIMITED',
    'Events arrived faster than they were read. Resubscribe with the cursor of the last event.',
  );

const recheckOn = (occasion: object): StreamItem => ({ kind: 'recheck', occasion });

/** A gap is never shared between streams. */
const gapBefore = (end: Place): StreamItem => ({ kind: 'gap', occasion: {}, cursor: toCursor(end) });

/** The item of an event. All streams get the same payload, and so the same occasion. */
const toStreamItem = (event: LoggedEvent): StreamItem =>
  event.payload
    ? { kind: 'event', payload: event.payload, cursor: toCursor(event) }
    : { kind: 'gap', occasion: event, cursor: toCursor(event) };

/**
 * The events of some channels for one listener, in the order of the log. It starts with a recheck, because access
 * may have been lost between the first check and the start of listening. Then come the events since the cursor, read
 * from the log page by page, and then live events. The queue for the reader is bounded; a reader that is too slow
 * gets an error instead of a gap.
 */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  private readonly waiting: StreamItem[] = [recheckOn(this)];
  private reader: ((item: IteratorResult<StreamItem, undefined>) => void) | undefined;
  private failure: ApiError | undefined;
  private ended = false;
  private readonly cleanups: (() => void)[] = [];
  /** How far the past has been read; absent once the stream has caught up. */
  private past: Place | undefined;
  /** Live events that arrive while the past is read. */
  private meanwhile: LoggedEvent[] = [];

  private constructor(
    private readonly source: EventSource,
    private readonly channels: readonly string[],
  ) {}

  /**
   * Listens until `return` is called. Resolves once no further event can be missed. Throws when the log cannot be
   * read.
   */
  static async open(
    source: EventSource,
    channels: readonly Channel<object>[],
    { subscriber, since }: StreamOptions = {},
  ): Promise<EventStream> {
    const stream = new EventStream(
      source,
      channels.map(({ name }) => name),
    );
    const event = since === undefined ? undefined : parseCursor(since);
    const past = event && (await source.log.find(event));
    await source.tail.catchUp();
    if (past) stream.past = past;
    else if (since !== undefined) stream.waiting.push(gapBefore(source.tail.end));
    stream.begin(subscriber);
    return stream;
  }

  private begin(subscriber: Subscriber | undefined): void {
    const { tail } = this.source;
    for (const channel of this.channels)
      this.cleanups.push(tail.listen(channel, (event) => this.hear(event)));
    if (!subscriber) return;
    const { name } = accessEvents(subscriber.userId);
    this.cleanups.push(tail.listen(name, (occasion) => this.push(recheckOn(occasion))));
    this.recheckAt(subscriber.expiresTime);
  }

  private recheckAt(expiresTime: number): void {
    const ask = () => this.push(recheckOn({}));
    const untilExpiry = Math.max(expiresTime - now() + afterExpiry, 0);
    const expiry = setTimeout(ask, Math.min(untilExpiry, longestTimer));
    const interval = setInterval(ask, recheckInterval);
    this.cleanups.push(
      () => clearTimeout(expiry),
      () => clearInterval(interval),
    );
  }

  private hear(event: LoggedEvent): void {
    if (!this.past) this.push(toStreamItem(event));
    // Beyond that, the log is read again; it has all of them.
    else if (this.meanwhile.length <= capacity) this.meanwhile.push(event);
  }

  private push(item: StreamItem): void {
    if (this.ended) return;
    if (this.reader) {
      this.reader({ done: false, value: item });
      this.reader = undefined;
      return;
    }
    // One recheck is enough for several in a row: the last one covers all of them.
    if (item.kind === 'recheck' && this.waiting.at(-1)?.kind === 'recheck') this.waiting.pop();
    this.waiting.push(item);
    if (this.waiting.length <= capacity) return;
    this.failure = tooSlow();
    this.end();
  }

  /** Throws when the reader was too slow, or when the past cannot be read. */
  async next(): Promise<IteratorResult<StreamItem, undefined>> {
    for (;;) {
      if (this.failure) throw this.failure;
      const value = this.waiting.shift();
      if (value) return { done: false, value };
      if (this.ended) return { done: true, value: undefined };
      if (!this.past) return new Promise((resolve) => (this.reader = resolve));
      await this.readPast(this.past);
    }
  }

  /** Queues the next past events; with the last of them, also the live events that have arrived in the meantime. */
  private async readPast(from: Place): Promise<void> {
    const { log, tail } = this.source;
    // Events after this place are heard live.
    const { end } = tail;
    this.meanwhile = [];
    const events = await log.after(from, replayedAtOnce, this.channels);
    const isWhole = (await log.find(from)) !== undefined;
    if (this.ended) return;
    if (!isWhole) return this.goOnAfterGap();
    const past = events.filter((event) => !isAfter(event, end));
    this.waiting.push(...past.map(toStreamItem));
    const isAll = events.length < replayedAtOnce && past.length + this.meanwhile.length <= capacity;
    this.past = isAll ? undefined : (past.at(-1) ?? from);
    if (isAll) this.waiting.push(...this.meanwhile.map(toStreamItem));
    this.meanwhile = [];
  }

  /** For a reader so slow that the next events are no longer kept. */
  private goOnAfterGap(): void {
    const { end } = this.source.tail;
    this.past = undefined;
    this.waiting.push(gapBefore(end));
    this.meanwhile = [];
  }

  /** Ends the stream, even for a waiting reader. */
  return(): Promise<IteratorResult<StreamItem, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  private end(): void {
    this.ended = true;
    this.waiting.length = 0;
    this.meanwhile = [];
    for (const cleanUp of this.cleanups.splice(0)) cleanUp();
    this.reader?.({ done: true, value: undefined });
    this.reader = undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
