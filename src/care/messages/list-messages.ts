import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { readParts, withItemsById, type PartQuestion } from '../../platform/database/pages';
import { listItems, type Bound, type ListOrder, type ListPart, type Placed } from '../../platform/list-part';
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

/** A request for a part of a list of messages. */
export interface MessageQuestion extends ListPart {
  filter: MessageFilter;
  isOldestFirst?: boolean;
}

const columnByScope = { accountId: 'account_id', rootId: 'root_id', parentId: 'parent_id' } as const;

const messagesOrder = (name: string, descending: boolean): ListOrder => ({
  name,
  keys: [
    { expression: 'event_time', kind: 'number', descending },
    { expression: 'created_time', kind: 'number', descending },
    { expression: 'id', kind: 'text', descending },
  ],
});

const [newestEventFirst, oldestEventFirst] = [messagesOrder('newest', true), messagesOrder('oldest', false)];

/** The order of a list of messages. */
export const orderOfMessages = (isOldestFirst = false): ListOrder =>
  isOldestFirst ? oldestEventFirst : newestEventFirst;

function selectMessages({ filter, isOldestFirst, ...part }: MessageQuestion): PartQuestion {
  const { within, topLevelOnly, from, to } = filter;
  const [scope] = Object.keys(within) as [keyof typeof columnByScope];
  // With a unary plus, SQLite does not choose the index of removed messages, which has another order.
  const conditions = [`${columnByScope[scope]} = ?`, '+purge_time IS NULL'];
  const parameters: unknown[] = Object.values(within);
  if (topLevelOnly) conditions.push('parent_id IS NULL');
  if (from !== undefined) {
    conditions.push('event_time >= ?');
    parameters.push(from);
  }
  if (to !== undefined) {
    conditions.push('event_time < ?');
    parameters.push(to);
  }
  const source = { id: 'id', from: `FROM messages WHERE ${conditions.join(' AND ')}`, parameters };
  return { source, keys: orderOfMessages(isOldestFirst).keys, part };
}

/** Parts of lists, in the order of the requests; one statement serves up to a hundred requests. */
export async function messagePages(
  manager: EntityManager,
  questions: readonly MessageQuestion[],
): Promise<Placed<MessageEntity>[][]> {
  const parts = await readParts(manager, questions.map(selectMessages));
  const ids = new Set(parts.flat().map(({ id }) => id));
  return withItemsById(parts, await manager.findBy(MessageEntity, { id: In([...ids]) }));
}

/** Texts can have a megabyte each: parts begin with so few messages, and grow while the texts are short. */
const [fewest, most] = [10, 500];
const longText = 10_000;

/** All matching messages in parts, newest event first. */
export async function* messagesInParts(
  manager: EntityManager,
  filter: MessageFilter,
): AsyncGenerator<MessageEntity[]> {
  let size = fewest;
  let after: Bound | undefined;
  for (;;) {
    const [part = []] = await messagePages(manager, [{ filter, size, after }]);
    const messages = listItems(part);
    yield messages;
    const last = part.at(-1);
    if (!last || part.length < size) return;
    after = { values: last.place };
    size = messages.some(({ text }) => text.length > longText) ? fewest : Math.min(4 * size, most);
  }
}
