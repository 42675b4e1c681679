import { now } from '../clock';
import { ApiError } from '../errors';
import type { EventBus } from './event-bus';
import { accessEvents, type Channel } from './topic';

/**
 * An event, or the moment to ask again whether the listener may go on. What one thing brings about for several streams
 * has one occasion: the payload of the event, or what asks for the recheck.
 */
export type StreamItem = { kind: 'event'; payload: object } | { kind: 'recheck'; occasion: object };

/** What has brought the item about. */
export const occasionOf = (item: StreamItem): object =>
  item.kind === 'event' ? item.payload : item.occasion;

/** Whose stream it is. */
export interface Subscriber {
  userId: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresTime: number;
}

/** How many events wait for a slow reader before the stream ends. */
const capacity = 500;

/** Milliseconds. What takes access away asks for a recheck at once; this is for what went unheard. */
const recheckInterval = 60_000;

const longestTimer = 2 ** 31 - 1;

/** Timers may go off a little early; the token must have expired by then. */
const afterExpiry = 50;

const tooSlow = () =>
  new ApiError(
    'RATE_LIMITED',
    'Events came faster than they were read. Read the present state, then subscribe again.',
  );

const recheckOn = (occasion: object): StreamItem => ({ kind: 'recheck', occasion });

/**
 * The events of some channels for one listener, in the order of their coming. Begins with a recheck: access may have
 * been lost between the first check and the beginning of listening. What waits for the reader is bounded; who is too
 * slow gets an error in place of a gap.
 */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  private waiting: StreamItem[] = [recheckOn(this)];
  private reader: ((item: IteratorResult<StreamItem, undefined>) => void) | undefined;
  private failure: ApiError | undefined;
  private ended = false;
  private readonly cleanups: (() => void)[] = [];

  /** Listens until `return` is called. Resolves once events arrive. */
  static async open(
    bus: EventBus,
    channels: readonly Channel<object>[],
    subscriber?: Subscriber,
  ): Promise<EventStream> {
    const stream = new EventStream();
    const hear = (payload: object) => stream.push({ kind: 'event', payload });
    const listening = channels.map(({ name }) => bus.subscribe(name, hear));
    if (subscriber) {
      const { name } = accessEvents(subscriber.userId);
      listening.push(bus.subscribe(name, (occasion) => stream.push(recheckOn(occasion))));
      stream.recheckAt(subscriber.expiresTime);
    }
    stream.cleanups.push(...(await Promise.all(listening)));
    if (stream.ended) stream.end();
    return stream;
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

  private push(item: StreamItem): void {
    if (this.ended) return;
    if (this.reader) {
      this.reader({ done: false, value: item });
      this.reader = undefined;
      return;
    }
    // One recheck will do for several in a row: that of the last one, which sees what all of them are about.
    if (item.kind === 'recheck' && this.waiting.at(-1)?.kind === 'recheck') this.waiting.pop();
    this.waiting.push(item);
    if (this.waiting.length <= capacity) return;
    this.failure = tooSlow();
    this.end();
  }

  /** Throws when the reader was too slow. */
  next(): Promise<IteratorResult<StreamItem, undefined>> {
    if (this.failure) return Promise.reject(this.failure);
    const value = this.waiting.shift();
    if (value) return Promise.resolve({ done: false, value });
    if (this.ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.reader = resolve;
    });
  }

  /** Ends the stream, also for a reader who is waiting. */
  return(): Promise<IteratorResult<StreamItem, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  private end(): void {
    this.ended = true;
    this.waiting = [];
    for (const cleanUp of this.cleanups.splice(0)) cleanUp();
    this.reader?.({ done: true, value: undefined });
    this.reader = undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
