import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { newRecordId } from '../ids';
import type { OutboxLoad } from '../telemetry/queue-load';
import { currentTraceParent } from '../telemetry/tracing';
import { OutboxMessageEntity } from './outbox-message.entity';

/** Stores effects together with the change that causes them: either both are committed or neither. */
export class OutboxService {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  /** Calls `listener` whenever this process has committed a message. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** How much is waiting, for the metrics. */
  async load(): Promise<OutboxLoad> {
    const time = now();
    const [row] = await this.database.reader.query<Record<'due' | 'total' | 'oldest', unknown>[]>(
      `SELECT (SELECT COUNT(*) FROM outbox_messages WHERE due_time <= ?) AS due,
              (SELECT COUNT(*) FROM outbox_messages) AS total,
              (SELECT MIN(CASE WHEN attempts = 0 THEN due_time ELSE created_time END)
               FROM outbox_messages WHERE attempts > 0 OR due_time <= ?) AS oldest`,
      [time, time],
    );
    const due = Number(row?.due ?? 0);
    const oldest = row?.oldest == null ? 0 : Math.max(0, time - Number(row.oldest));
    return { due, waiting: Math.max(0, Number(row?.total ?? 0) - due), oldest };
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
      traceParent: currentTraceParent(),
    });
    this.database.afterCommit(manager, () => this.listeners.forEach((listener) => listener()));
  }

  /**
   * Deletes messages of a topic created until an instant whose payload has one of these values, ignoring case; null
   * values are in none. Reads all that wait: they are few, unless deliveries fail. A delivery in progress continues.
   */
  async dropAbout(topic: string, values: Record<string, string | null>, until: number): Promise<void> {
    const wanted = Object.entries(values).flatMap(([field, value]) =>
      value === null ? [] : [{ field, value: value.toLowerCase() }],
    );
    const read = (field: string) =>
      this.database.dialect === 'mysql'
        ? `JSON_UNQUOTE(JSON_EXTRACT(payload, '$.${field}'))`
        : `json_extract(payload, '$.${field}')`;
    const rows = await this.database.reader.query<{ id: string; payload: string }[]>(
      `SELECT id, payload FROM outbox_messages WHERE topic = ? AND created_time <= ?
         AND (${wanted.map(({ field }) => `LOWER(${read(field)}) = ?`).join(' OR ')})`,
      [topic, until, ...wanted.map(({ value }) => value)],
    );
    // MySQL also finds texts that differ in accents or trailing spaces.
    const isAbout = (payload: Record<string, unknown>) =>
      wanted.some(({ field, value }) => String(payload[field]).toLowerCase() === value);
    const ids = rows
      .filter(({ payload }) => isAbout(JSON.parse(payload) as Record<string, unknown>))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    await this.database.transaction((manager) => manager.delete(OutboxMessageEntity, { id: In(ids) }));
  }
}
