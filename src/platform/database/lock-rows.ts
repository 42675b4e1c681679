import type { EntityManager } from 'typeorm';
import type { Matching } from '../speed/plain-reads';
import { takeTurns } from './cluster/turns';
import type { Database } from './database';

/**
 * The current rows. Until the transaction ends, nobody else can change them or get them from here. SQLite runs one
 * transaction at a time and needs no locks. Use it wherever a lock protects more than the locked row: between the
 * nodes of a cluster, other locks only prevent changes to the row itself.
 */
export async function lockRows<Row extends object>(
  { dialect, hasLocalLocks, plain }: Database,
  manager: EntityManager,
  entity: new () => Row,
  matching: Matching<Row>,
): Promise<Row[]> {
  const { sql, parameters, toEntity } = plain.buildSelect(entity, matching);
  const found: Record<string, unknown>[] = await manager.query(
    dialect === 'mysql' ? `${sql} FOR UPDATE` : sql,
    parameters,
  );
  const rows = found.map(toEntity);
  if (hasLocalLocks) await takeTurns(manager, rows.map(keyIn(manager, entity)));
  return rows;
}

/** The key of a row, independent of how the row was found. */
function keyIn<Row extends object>(manager: EntityManager, entity: new () => Row) {
  const { tableName, primaryColumns } = manager.connection.getMetadata(entity);
  return (row: Row): string =>
    JSON.stringify([tableName, ...primaryColumns.map((column) => column.getEntityValue(row) as unknown)]);
}

/** Like `lockRows` for at most one row; null if there is none. */
export async function lockRow<Row extends object>(
  database: Database,
  manager: EntityManager,
  entity: new () => Row,
  matching: Matching<Row>,
): Promise<Row | null> {
  const [row = null] = await lockRows(database, manager, entity, matching);
  return row;
}
