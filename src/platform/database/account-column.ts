import { EventSubscriber, type EntityManager, type EntitySubscriberInterface } from 'typeorm';
import { ApiError } from '../errors';
import type { Dialect } from './dialect';
import { placeholders } from './placeholders';

/** A transaction tried to store something for an account that does not exist, or no longer exists. */
export class NoAccountError extends ApiError {
  constructor() {
    super('NOT_FOUND', 'The account does not exist.');
  }
}

/** The properties that hold account ids, by entity. */
const accountProperties = new Map<unknown, string[]>();

/** The accounts that each open transaction stores something for. */
const storedAccounts = new WeakMap<EntityManager, Set<string>>();

/** Small enough for one statement in both dialects. */
const accountsAtOnce = 500;

/**
 * Marks a column that holds an account id. No transaction can store a row for a deleted account: the data of an
 * account is deleted once, after its row, and must not reappear.
 */
export const AccountColumn = (): PropertyDecorator => (prototype, property) => {
  const properties = accountProperties.get(prototype.constructor) ?? [];
  accountProperties.set(prototype.constructor, [...properties, String(property)]);
};

/** The properties of an entity that are marked as account ids. */
export const listAccountProperties = (entity: unknown): readonly string[] =>
  accountProperties.get(entity) ?? [];

/** Starts the list of accounts of a transaction. */
export function beginAccounts(manager: EntityManager): void {
  storedAccounts.set(manager, new Set());
}

/** Declares accounts that a transaction stores something for with its own statements. */
export function declareStoredAccounts(manager: EntityManager, accountIds: Iterable<string>): void {
  const known = storedAccounts.get(manager);
  for (const id of accountIds) known?.add(id);
}

/**
 * Checks, at the end of a transaction, that every account it stores something for exists, and locks these accounts
 * until the commit. A deletion either comes first, and the transaction fails, or it waits and then sees everything
 * that was stored. Throws a `NoAccountError` when an account does not exist.
 */
export async function assertAccounts(dialect: Dialect, manager: EntityManager): Promise<void> {
  // Always locked in the same order.
  const ids = [...(storedAccounts.get(manager) ?? [])].sort();
  for (let start = 0; start < ids.length; start += accountsAtOnce)
    await assertSome(dialect, manager, ids.slice(start, start + accountsAtOnce));
}

async function assertSome(dialect: Dialect, manager: EntityManager, ids: readonly string[]): Promise<void> {
  const lock = dialect === 'mysql' ? 'LOCK IN SHARE MODE' : '';
  const find = (from: string): Promise<{ id: string }[]> => manager.query(from, [...ids]);
  const accounts = await find(`SELECT id FROM users WHERE id IN (${placeholders(ids)}) ${lock}`);
  if (accounts.length === ids.length) return;
  // Trusted servers act under their own id, which is not an account.
  const servers = await find(
    `SELECT DISTINCT user_id AS id FROM sessions WHERE user_id IN (${placeholders(ids)}) AND kind = 'server'`,
  );
  const known = new Set([...accounts, ...servers].map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw new NoAccountError();
}

/** Records the account ids of entities when they are stored. */
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
  const values = listAccountProperties(target).map((property) => (row as Record<string, unknown>)[property]);
  declareStoredAccounts(
    manager,
    values.filter((value) => typeof value === 'string'),
  );
}
