import { randomUUID } from 'node:crypto';
import type { Logger } from '../logging';
import { RedisConnection } from '../redis/redis-connection';
import type { EventBus, EventListener, Unsubscribe } from './event-bus';
import { MemoryEventBus } from './memory-event-bus';

/** An event between processes. */
interface Envelope {
  /** The process that published it. */
  from: string;
  payload: object;
}

/** Milliseconds that Redis keeps a write whose only purpose is to see that it is taken. */
const keptWrite = 1_000;

/** Maximum milliseconds between two attempts to reconnect. */
const longestPause = 2_000;

/**
 * Milliseconds. A connection that only listens sends nothing, and would otherwise never notice that the server is
 * gone.
 */
const heartbeat = 5_000;

/**
 * Events between processes over Redis. Listeners in the publishing process get them directly, so a Redis outage only
 * delays events of other processes.
 */
export class RedisEventBus implements EventBus {
  private readonly id = randomUUID();
  private readonly local = new MemoryEventBus();
  private readonly publisher: RedisConnection;
  private readonly subscriber: RedisConnection;
  private readonly heartbeat: NodeJS.Timeout;
  /** Channels with local listeners, and when Redis delivers them. */
  private readonly joined = new Map<string, Promise<void>>();

  /**
   * @param timeout milliseconds that Redis may take to respond
   * @param prefix separates the channels of several services on one Redis
   */
  constructor(
    url: string,
    private readonly timeout: number,
    private readonly prefix: string,
    private readonly log: Logger,
  ) {
    this.publisher = this.connect(url, 'publishing');
    this.subscriber = this.connect(url, 'listening');
    this.subscriber.on('message', (channel: string, text: string) => this.receive(channel, text));
    this.heartbeat = setInterval(() => this.listenForLife(), heartbeat);
    this.heartbeat.unref();
  }

  private connect(url: string, purpose: string): RedisConnection {
    const redis = new RedisConnection(url, this.timeout, {
      enableAutoPipelining: purpose === 'publishing',
      autoResubscribe: false,
      retryStrategy: (attempts) => Math.min(attempts * 100, longestPause),
    });
    let isDown = false;
    redis.on('error', (error: Error) => {
      if (!isDown) this.log.error({ error, purpose }, 'Redis is unavailable; retrying');
      isDown = true;
    });
    redis.on('ready', () => {
      if (isDown) this.log.info({ purpose }, 'Redis is available again');
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
      .catch((error: unknown) =>
        this.log.warn({ error }, 'a hint about an event did not reach the other processes'),
      );
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

  /** After a restart the server has forgotten all subscriptions. */
  private listenAgain(): void {
    void this.tell('subscribe', [...this.joined.keys()]);
  }

  private async tell(what: 'subscribe' | 'unsubscribe', channels: readonly string[]): Promise<void> {
    if (this.subscriber.status !== 'ready' || channels.length === 0) return;
    const names = channels.map((channel) => this.prefix + channel);
    try {
      await this.subscriber[what](...names);
    } catch (error) {
      this.log.warn({ error }, 'Redis rejected a subscription');
    }
  }

  /** A connection that does not respond is dropped and replaced. */
  private listenForLife(): void {
    if (this.subscriber.status === 'ready') this.subscriber.ping().catch(() => undefined);
  }

  private receive(channel: string, text: string): void {
    const { from, payload } = JSON.parse(text) as Envelope;
    if (from !== this.id) this.local.deliver(channel.slice(this.prefix.length), payload);
  }

  /** Attempts are counted in Redis, so it must also take writes: it may be full, or have become a replica. */
  async assertReachable(): Promise<void> {
    await Promise.all([this.publisher.tried, this.subscriber.tried]);
    const write = this.publisher.set(`${this.prefix}writable`, '', 'PX', keptWrite);
    await Promise.all([write, this.subscriber.ping()]);
  }

  close(): void {
    clearInterval(this.heartbeat);
    this.local.close();
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
