import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { takeTurns } from './cluster/turns';
import type { Database } from './database';

/**
 * The rows as they stand; until the transaction ends, nobody else changes them or gets them from here. SQLite runs one
 * transaction at a time and needs no locks. To be used wherever a lock keeps others from more than the locked row: among the
 * nodes of a cluster, other locks only keep them from changing the row itself.
 */
export async function lockRows<Row extends ObjectLiteral>(
  { dialect, hasLocalLocks }: Database,
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row[]> {
  const query = manager.createQueryBuilder(entity, 'row').where(where);
  const rows = await (dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getMany();
  if (hasLocalLocks) await takeTurns(manager, rows.map(keyIn(manager, entity)));
  return rows;
}

/** What makes a key of a row, the same whatever it was found by. */
function keyIn<Row extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<Row>) {
  const { tableName, primaryColumns } = manager.connection.getMetadata(entity);
  return (row: Row): string =>
    JSON.stringify([tableName, ...primaryColumns.map((column) => column.getEntityValue(row) as unknown)]);
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
