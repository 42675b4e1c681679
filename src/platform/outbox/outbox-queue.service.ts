import { In } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { readParts, withItemsById } from '../database/pages';
import { notFound, wrongState } from '../errors';
import type { ListOrder, ListPart, Placed } from '../list-part';
import { OutboxMessageEntity } from './outbox-message.entity';

/** What becomes of a message: it waits for its first delivery, is being delivered, or has failed and is retried. */
export const outboxStates = ['waiting', 'delivering', 'failing'] as const;

export type OutboxState = (typeof outboxStates)[number];

/** Filters of messages; absent fields do not filter. */
export interface OutboxFilter {
  topic?: string;
  state?: OutboxState;
}

/** Messages in the order of their next delivery. */
export const outboxOrder: ListOrder = {
  name: 'due',
  keys: [
    { expression: 'due_time', kind: 'number' },
    { expression: 'id', kind: 'text' },
  ],
};

/** How many messages of a topic wait or fail. */
export interface OutboxCount {
  topic: string;
  count: number;
  /** How many of them have failed before. */
  failing: number;
  /** Milliseconds since the epoch. */
  oldestTime: number;
}

const isLeased = '(worker IS NOT NULL AND due_time > ?)';

/** Conditions of the states; each has the current time as its only parameter. */
const conditions: Readonly<Record<OutboxState, string>> = {
  waiting: `attempts = 0 AND NOT ${isLeased}`,
  delivering: isLeased,
  failing: `attempts > 0 AND NOT ${isLeased}`,
};

/** The state of a message at an instant. */
export function describeOutbox(
  { worker, dueTime, attempts }: Pick<OutboxMessageEntity, 'worker' | 'dueTime' | 'attempts'>,
  time = now(),
): OutboxState {
  if (worker !== null && dueTime > time) return 'delivering';
  return attempts > 0 ? 'failing' : 'waiting';
}

/** The outbox as operators see it: messages that wait, and those that fail. Payloads are personal data and not shown. */
export class OutboxQueueService {
  constructor(private readonly database: Database) {}

  /** Pages of messages, in the order of the requests. For loaders. */
  readonly pages = async (
    questions: readonly (ListPart & { filter: OutboxFilter })[],
  ): Promise<Placed<OutboxMessageEntity>[][]> => {
    const time = now();
    const parts = await readParts(
      this.database.reader,
      questions.map(({ filter: { topic, state }, ...part }) => {
        const all: [string, unknown][] = [];
        if (topic !== undefined) all.push(['topic = ?', topic]);
        if (state !== undefined) all.push([conditions[state], time]);
        const from = `FROM outbox_messages WHERE ${['1 = 1', ...all.map(([sql]) => sql)].join(' AND ')}`;
        return {
          source: { id: 'id', from, parameters: all.map(([, value]) => value) },
          keys: outboxOrder.keys,
          part,
        };
      }),
    );
    const ids = [...new Set(parts.flat().map(({ id }) => id))];
    return withItemsById(parts, await this.database.reader.findBy(OutboxMessageEntity, { id: In(ids) }));
  };

  /** The message with this id. Throws if it does not exist, or was delivered. */
  async find(id: string): Promise<OutboxMessageEntity> {
    const found = await this.database.reader.findOneBy(OutboxMessageEntity, { id });
    if (!found) throw unknownMessage();
    return found;
  }

  /** How many messages there are of each topic. */
  async counts(): Promise<OutboxCount[]> {
    const rows = await this.database.reader.query<Record<keyof OutboxCount, string>[]>(
      `SELECT topic, COUNT(*) AS count, SUM(CASE WHEN attempts > 0 THEN 1 ELSE 0 END) AS failing,
         MIN(created_time) AS oldestTime
       FROM outbox_messages GROUP BY topic ORDER BY topic`,
    );
    return rows.map(({ topic, count, failing, oldestTime }) => ({
      topic,
      count: Number(count),
      failing: Number(failing),
      oldestTime: Number(oldestTime),
    }));
  }

  /** Has a message delivered at once. Throws if it does not exist, or is being delivered. */
  retry(id: string): Promise<OutboxMessageEntity> {
    return this.database.transaction(async (manager) => {
      const message = await lockRow(this.database, manager, OutboxMessageEntity, { id });
      assertIdle(message);
      const set = { dueTime: now(), worker: null };
      await manager.update(OutboxMessageEntity, { id }, set);
      return Object.assign(message, set);
    });
  }

  /** Deletes a message: its effect never happens. Throws if it does not exist, or is being delivered. */
  async drop(id: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      assertIdle(await lockRow(this.database, manager, OutboxMessageEntity, { id }));
      await manager.delete(OutboxMessageEntity, { id });
    });
  }
}

const unknownMessage = () => notFound('There is no message with this id in the outbox.').about('id');

function assertIdle(message: OutboxMessageEntity | null): asserts message is OutboxMessageEntity {
  if (!message) throw unknownMessage();
  if (describeOutbox(message) === 'delivering')
    throw wrongState('The message is being delivered. Wait a minute, and look again.');
}
