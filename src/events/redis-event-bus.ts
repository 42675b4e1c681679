import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from '../logging';
import type { EventBus, EventListener, Unsubscribe } from './event-bus';
import { MemoryEventBus } from './memory-event-bus';

/** An event between processes. */
interface Envelope {
  /** The process that published it. */
  from: string;
  payload: object;
}

/** Milliseconds between two attempts to reach the server again. */
const longestPause = 2_000;

/**
 * Events between processes over Redis. Listeners in the publishing process get theirs directly, so a Redis that is
 * down costs other processes the events of that time and nobody anything else.
 */
export class RedisEventBus implements EventBus {
  private readonly id = randomUUID();
  private readonly local = new MemoryEventBus();
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  /** Channels that somebody here listens to, and when Redis sends them. */
  private readonly joined = new Map<string, Promise<void>>();

  /** @param prefix keeps the channels of several services on one Redis apart */
  constructor(
    url: string,
    private readonly prefix: string,
    private readonly log: Logger,
  ) {
    this.publisher = this.connect(url, 'publishing');
    this.subscriber = this.connect(url, 'listening');
    this.subscriber.on('message', (channel: string, text: string) => this.receive(channel, text));
  }

  private connect(url: string, purpose: string): Redis {
    const redis = new Redis(url, {
      // What cannot be sent now is dropped: kept commands would grow without end while the server is down.
      enableOfflineQueue: false,
      enableAutoPipelining: purpose === 'publishing',
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempts) => Math.min(attempts * 100, longestPause),
    });
    let isDown = false;
    redis.on('error', (error: Error) => {
      if (!isDown) this.log.error({ error, purpose }, 'Redis cannot be reached; trying again');
      isDown = true;
    });
    redis.on('ready', () => {
      if (isDown) this.log.info({ purpose }, 'Redis can be reached again');
      isDown = false;
      if (purpose === 'listening') this.listenAgain();
    });
    return redis;
  }

  publish(channel: string, payload: () => object): void {
    const event = payload();
    this.local.deliver(channel, event);
    if (this.publisher.status !== 'ready') return;
    const envelope: Envelope = { from: this.id, payload: event };
    this.publisher
      .publish(this.prefix + channel, JSON.stringify(envelope))
      .catch((error: unknown) => this.log.warn({ error }, 'an event did not reach the other processes'));
  }

  async subscribe(channel: string, listener: EventListener): Promise<Unsubscribe> {
    const leave = await this.local.subscribe(channel, listener);
    const joined = this.joined.get(channel) ?? this.tell('subscribe', [channel]);
    this.joined.set(channel, joined);
    await joined;
    return () => {
      leave();
      if (this.local.hasListeners(channel) || !this.joined.delete(channel)) return;
      void this.tell('unsubscribe', [channel]);
    };
  }

  /** Once the server is back, it has forgotten who listens to what. */
  private listenAgain(): void {
    void this.tell('subscribe', [...this.joined.keys()]);
  }

  private async tell(what: 'subscribe' | 'unsubscribe', channels: readonly string[]): Promise<void> {
    if (this.subscriber.status !== 'ready' || channels.length === 0) return;
    const names = channels.map((channel) => this.prefix + channel);
    try {
      await this.subscriber[what](...names);
    } catch (error) {
      this.log.warn({ error }, 'Redis did not take a subscription');
    }
  }

  private receive(channel: string, text: string): void {
    const { from, payload } = JSON.parse(text) as Envelope;
    if (from !== this.id) this.local.deliver(channel.slice(this.prefix.length), payload);
  }

  async assertReachable(): Promise<void> {
    await Promise.all([this.publisher.ping(), this.subscriber.ping()]);
  }

  close(): void {
    this.local.close();
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
