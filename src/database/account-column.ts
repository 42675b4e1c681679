import { EventSubscriber, type EntityManager, type EntitySubscriberInterface } from 'typeorm';
import { ApiError } from '../errors';
import type { Dialect } from './dialect';
import { placeholders } from './placeholders';

/** Something was to be stored of an account that does not exist, or no longer. */
export class NoAccountError extends ApiError {
  constructor() {
    super('NOT_FOUND', 'The account does not exist.');
  }
}

/** The properties that name accounts, by entity. */
const accountProperties = new Map<unknown, string[]>();

/** The accounts that each transaction under way stores something of. */
const storedAccounts = new WeakMap<EntityManager, Set<string>>();

/** Few enough for one statement in both dialects. */
const accountsAtOnce = 500;

/**
 * Marks a column that names an account. No transaction stores a row of an account that is deleted: what an account leaves
 * is deleted once, after its row, and must not come back.
 */
export const AccountColumn = (): PropertyDecorator => (prototype, property) => {
  const properties = accountProperties.get(prototype.constructor) ?? [];
  accountProperties.set(prototype.constructor, [...properties, String(property)]);
};

/** The properties of an entity that are marked as naming an account. */
export const accountPropertiesOf = (entity: unknown): readonly string[] =>
  accountProperties.get(entity) ?? [];

/** Begins the list of accounts of a transaction. */
export function beginAccounts(manager: EntityManager): void {
  storedAccounts.set(manager, new Set());
}

/** Tells of accounts that a transaction stores something of with statements of its own. */
export function storesOf(manager: EntityManager, accountIds: Iterable<string>): void {
  const known = storedAccounts.get(manager);
  for (const id of accountIds) known?.add(id);
}

/**
 * Makes sure, at the end of a transaction, that every account that it stores something of is there, and keeps these
 * accounts until the commit: a deletion either comes first, and the transaction fails, or waits and sees all of it.
 * Throws a `NoAccountError` when an account is not there.
 */
export async function assertAccounts(dialect: Dialect, manager: EntityManager): Promise<void> {
  // Everybody locks them in the same order.
  const ids = [...(storedAccounts.get(manager) ?? [])].sort();
  for (let start = 0; start < ids.length; start += accountsAtOnce)
    await assertSome(dialect, manager, ids.slice(start, start + accountsAtOnce));
}

async function assertSome(dialect: Dialect, manager: EntityManager, ids: readonly string[]): Promise<void> {
  const lock = dialect === 'mysql' ? 'LOCK IN SHARE MODE' : '';
  const find = (from: string): Promise<{ id: string }[]> => manager.query(from, [...ids]);
  const accounts = await find(`SELECT id FROM users WHERE id IN (${placeholders(ids)}) ${lock}`);
  if (accounts.length === ids.length) return;
  // Trusted servers act under an id of their own, which is no account.
  const servers = await find(
    `SELECT DISTINCT user_id AS id FROM sessions WHERE user_id IN (${placeholders(ids)}) AND kind = 'server'`,
  );
  const known = new Set([...accounts, ...servers].map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw new NoAccountError();
}

/** Takes note of the accounts that entities name when they are stored. */
@EventSubscriber()
export class AccountColumns implements EntitySubscriberInterface<object> {
  beforeInsert({ entity, metadata, manager }: StoredRow): void {
    noteAccounts(manager, metadata.target, entity);
  }

  beforeUpdate({ entity, metadata, manager }: StoredRow): void {
    noteAccounts(manager, metadata.target, entity);
  }
}

interface StoredRow {
  entity?: object;
  metadata: { target: unknown };
  manager: EntityManager;
}

function noteAccounts(manager: EntityManager, target: unknown, row: object = {}): void {
  const values = accountPropertiesOf(target).map((property) => (row as Record<string, unknown>)[property]);
  storesOf(
    manager,
    values.filter((value) => typeof value === 'string'),
  );
}
