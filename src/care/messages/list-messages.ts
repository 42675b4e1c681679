import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { MessageEntity } from './message.entity';

/** Selects the messages of an account, of a thread, or the replies to one message. */
export interface MessageFilter {
  within: { accountId: string } | { rootId: string } | { parentId: string };
  /** Only messages that start a thread. */
  topLevelOnly?: boolean;
  /** Inclusive; milliseconds since the epoch. */
  from?: number;
  /** Exclusive; milliseconds since the epoch. */
  to?: number;
}

/** The position of a message in a list: time of the event, time of creation, id. */
export type MessagePlace = readonly [eventTime: number, createdTime: number, id: string];

/** A request for one page of messages, newest first. */
export interface MessageQuestion {
  filter: MessageFilter;
  size: number;
  after?: MessagePlace;
}

const columnByScope = { accountId: 'account_id', rootId: 'root_id', parentId: 'parent_id' } as const;

/** Few enough for one statement in both dialects. */
const questionsAtOnce = 100;

/** Newest event first; for equal events, newest message first. */
export const newestFirst = (one: MessageEntity, other: MessageEntity): number =>
  other.eventTime - one.eventTime ||
  other.createdTime - one.createdTime ||
  (other.id < one.id ? -1 : Number(other.id > one.id));

function buildIdsQuery({ within, topLevelOnly, from, to }: MessageFilter, after?: MessagePlace) {
  const [scope] = Object.keys(within) as [keyof typeof columnByScope];
  const conditions = [`${columnByScope[scope]} = ?`, 'purge_time IS NULL'];
  const parameters: unknown[] = Object.values(within);
  const add = (condition: string, ...values: unknown[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (topLevelOnly) conditions.push('parent_id IS NULL');
  if (from !== undefined) add('event_time >= ?', from);
  if (to !== undefined) add('event_time < ?', to);
  if (after) {
    const [time, created, last] = after;
    const behind = 'created_time < ? OR (created_time = ? AND id < ?)';
    add(`(event_time < ? OR (event_time = ? AND (${behind})))`, time, time, created, created, last);
  }
  return { sql: `SELECT id FROM messages WHERE ${conditions.join(' AND ')}`, parameters };
}

/** All matching messages, in order. */
export async function listMessages(manager: EntityManager, filter: MessageFilter): Promise<MessageEntity[]> {
  const { within, topLevelOnly, from, to } = filter;
  const query = manager.createQueryBuilder(MessageEntity, 'message').where({ ...within });
  query.andWhere('message.purgeTime IS NULL');
  if (topLevelOnly) query.andWhere('message.parentId IS NULL');
  if (from !== undefined) query.andWhere('message.eventTime >= :from', { from });
  if (to !== undefined) query.andWhere('message.eventTime < :to', { to });
  return (await query.getMany()).sort(newestFirst);
}

/** Pages of messages, in the order of the requests; one statement serves up to a hundred requests. */
export async function messagePages(
  manager: EntityManager,
  questions: readonly MessageQuestion[],
): Promise<MessageEntity[][]> {
  const idsOfQuestions: string[][] = [];
  for (let start = 0; start < questions.length; start += questionsAtOnce) {
    const parts = questions.slice(start, start + questionsAtOnce).map(({ filter, size, after }, index) => {
      const { sql, parameters } = buildIdsQuery(filter, after);
      const page = `${sql} ORDER BY event_time DESC, created_time DESC, id DESC LIMIT ${Number(size)}`;
      return { sql: `SELECT ${index} AS question, page.id AS id FROM (${page}) page`, parameters };
    });
    const rows: { question: number; id: string }[] = await manager.query(
      parts.map((part) => part.sql).join(' UNION ALL '),
      parts.flatMap((part) => part.parameters),
    );
    for (const index of parts.keys()) {
      idsOfQuestions.push(rows.filter((row) => Number(row.question) === index).map((row) => row.id));
    }
  }
  const found = await manager.findBy(MessageEntity, { id: In([...new Set(idsOfQuestions.flat())]) });
  const byId = new Map(found.map((message) => [message.id, message]));
  return idsOfQuestions.map((ids) => ids.flatMap((id) => byId.get(id) ?? []).sort(newestFirst));
}
