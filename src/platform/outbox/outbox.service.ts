import type { EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { newRecordId } from '../ids';
import { OutboxMessageEntity } from './outbox-message.entity';

/** Stores effects together with the change that causes them: either both are committed or neither. */
export class OutboxService {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  /** Calls `listener` whenever this process has committed a message. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Delivers `payload` to the handler of `topic` at least once, after the transaction of `manager` is committed.
   *
   * @param delay milliseconds to wait first
   */
  async add(manager: EntityManager, topic: string, payload: object, delay = 0): Promise<void> {
    const time = now();
    await manager.insert(OutboxMessageEntity, {
      id: newRecordId(),
      topic,
      payload,
      attempts: 0,
      createdTime: time,
      dueTime: time + delay,
      worker: null,
      lastError: null,
    });
    this.database.afterCommit(manager, () => this.listeners.forEach((listener) => listener()));
  }
}
