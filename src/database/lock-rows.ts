import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Database } from './database';

/**
 * The rows as they stand; until the transaction ends, nobody else changes them. SQLite runs one transaction at a time and
 * needs no locks.
 */
export function lockRows<Row extends ObjectLiteral>(
  { dialect }: Database,
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row[]> {
  const query = manager.createQueryBuilder(entity, 'row').where(where);
  return (dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getMany();
}

/** The one row that there may be, as `lockRows` has it; null when there is none. */
export async function lockRow<Row extends ObjectLiteral>(
  database: Database,
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row | null> {
  const [row = null] = await lockRows(database, manager, entity, where);
  return row;
}
