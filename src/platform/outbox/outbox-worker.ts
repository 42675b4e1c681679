import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { In, LessThanOrEqual } from 'typeorm';
import { now } from '../clock';
import { ClockLook } from '../clock-look';
import type { Database } from '../database/database';
import type { Logger } from '../logging';
import { outboxDeliveries } from '../telemetry/measures';
import { detached, tracedAlone } from '../telemetry/tracing';
import { correctFutureMessages } from './correct-future-messages';
import { leaseTime, retryDelay } from './delays';
import { OutboxMessageEntity } from './outbox-message.entity';
import type { OutboxService } from './outbox.service';
import { Undeliverable } from './undeliverable';

/**
 * Performs the effect of a message. If it throws, it is retried later; after an `Undeliverable`, the message is dropped.
 */
export type OutboxHandler = (payload: unknown, messageId: string, createdTime: number) => Promise<void>;

const batchSize = 20;
const pollInterval = 2_000;

/** Milliseconds between two looks for messages from a clock that was ahead. */
const clockInterval = 60_000;

/**
 * Delivers outbox messages. Any number of workers in any number of processes share the work: each takes a lease on a
 * few messages. When a worker dies, its lease expires and another one takes over.
 */
export class OutboxWorker {
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private busy = false;
  private again = false;
  private stopped = false;
  private readonly clock = new ClockLook(clockInterval);
  /** Delivered messages that could not be removed. Delivering one again would send a mail twice. */
  private readonly delivered = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly outbox: OutboxService,
    private readonly handlers: Readonly<Record<string, OutboxHandler>>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.outbox.onCommitted(() => this.wake());
    this.timer = setInterval(() => this.wake(), pollInterval);
    this.wake();
  }

  /** Waits for current deliveries, then stops. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  private wake(): void {
    if (this.stopped) return;
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.round = detached(() => this.drain()).finally(() => {
      this.busy = false;
    });
  }

  private async drain(): Promise<void> {
    do {
      this.again = false;
      try {
        await this.lookAtClock();
        while (!this.stopped && (await this.deliverBatch()) > 0);
      } catch (error) {
        this.log.error({ error }, 'the outbox could not be read');
      }
    } while (this.again && !this.stopped);
  }

  private async lookAtClock(): Promise<void> {
    if (!this.clock.isDue) return;
    await correctFutureMessages(this.database);
    this.clock.done();
  }

  private async deliverBatch(): Promise<number> {
    if (!(await this.database.reader.existsBy(OutboxMessageEntity, { dueTime: LessThanOrEqual(now()) })))
      return 0;
    const messages = await this.lease();
    // In parallel, so that one slow receiver does not use up the lease of the others.
    const ends = await Promise.allSettled(messages.map((message) => this.deliver(message)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return messages.length;
  }

  private lease(): Promise<OutboxMessageEntity[]> {
    return this.database.transaction(async (manager) => {
      const due = manager
        .createQueryBuilder(OutboxMessageEntity, 'message')
        .where('message.dueTime <= :time', { time: now() })
        .orderBy('message.dueTime')
        .addOrderBy('message.id')
        .limit(batchSize);
      if (this.database.dialect === 'mysql') due.setLock('pessimistic_write').setOnLocked('skip_locked');
      const messages = await due.getMany();
      const ids = messages.map((message) => message.id);
      if (ids.length > 0) {
        await manager.update(
          OutboxMessageEntity,
          { id: In(ids) },
          { dueTime: now() + leaseTime, worker: this.id },
        );
      }
      return messages;
    });
  }

  /** Throws when the result of the delivery cannot be stored. */
  private async deliver(message: OutboxMessageEntity): Promise<void> {
    try {
      if (!this.delivered.has(message.id)) await this.handleTraced(message);
    } catch (error) {
      return error instanceof Undeliverable ? this.drop(message, error) : this.postpone(message, error);
    }
    this.delivered.add(message.id);
    await this.remove(message);
    this.delivered.delete(message.id);
  }

  private async remove({ id }: OutboxMessageEntity): Promise<void> {
    await this.database.transaction((manager) =>
      manager.delete(OutboxMessageEntity, { id, worker: this.id }),
    );
  }

  private async drop(message: OutboxMessageEntity, { message: reason }: Undeliverable): Promise<void> {
    const { id, topic, attempts } = message;
    await this.remove(message);
    outboxDeliveries.inc({ topic, outcome: 'dropped' });
    this.log.warn({ topic, message: id, attempts: attempts + 1, reason }, 'a message was dropped');
  }

  private async handleTraced(message: OutboxMessageEntity): Promise<void> {
    const { id, topic, attempts, traceParent } = message;
    const describe = () => ({
      name: `outbox ${topic}`,
      kind: SpanKind.CONSUMER,
      attributes: { 'messaging.message.id': id, 'glycograph.attempt': attempts + 1 },
    });
    await tracedAlone(describe, [traceParent], () => this.handle(message));
    outboxDeliveries.inc({ topic, outcome: 'delivered' });
  }

  private async handle({ topic, payload, id, createdTime }: OutboxMessageEntity): Promise<void> {
    const handler = this.handlers[topic];
    if (!handler) throw new Error(`The topic ${topic} has no handler.`);
    await handler(payload, id, createdTime);
  }

  private async postpone(
    { id, topic, attempts: before }: OutboxMessageEntity,
    error: unknown,
  ): Promise<void> {
    const attempts = before + 1;
    const dueTime = now() + retryDelay(attempts);
    outboxDeliveries.inc({ topic: topic in this.handlers ? topic : 'other', outcome: 'failed' });
    const lastError = error instanceof Error ? error.message : String(error);
    await this.database.transaction((manager) =>
      manager.update(
        OutboxMessageEntity,
        { id, worker: this.id },
        { attempts, dueTime, worker: null, lastError },
      ),
    );
    this.log.warn({ error, topic, message: id, attempts }, 'delivery failed; will be retried');
  }
}
