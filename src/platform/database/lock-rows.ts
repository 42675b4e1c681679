import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { takeTurns } from './cluster/turns';
import type { Database } from './database';

/**
 * The current rows. Until the transaction ends, nobody else can change them or get them from here. SQLite runs one
 * transaction at a time and needs no locks. Use it wherever a lock protects more than the locked row: between the
 * nodes of a cluster, other locks only prevent changes to the row itself.
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

/** The key of a row, independent of how the row was found. */
function keyIn<Row extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<Row>) {
  const { tableName, primaryColumns } = manager.connection.getMetadata(entity);
  return (row: Row): string =>
    JSON.stringify([tableName, ...primaryColumns.map((column) => column.getEntityValue(row) as unknown)]);
}

/** Like `lockRows` for at most one row; null if there is none. */
export async function lockRow<Row extends ObjectLiteral>(
  database: Database,
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row | null> {
  const [row = null] = await lockRows(database, manager, entity, where);
  return row;
}
