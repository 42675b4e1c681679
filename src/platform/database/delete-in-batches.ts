import type {
  EntityManager,
  EntityTarget,
  FindOptionsSelect,
  FindOptionsWhere,
  ObjectLiteral,
} from 'typeorm';
import type { Database } from './database';
import { areOneOf } from './exact-text';

const batchSize = 500;

/** Rows that one statement deletes. MariaDB plans for longer lists longer than it deletes. */
const rowsAtOnce = 100;

/**
 * Deletes all matching rows in batches, so that no transaction blocks others for long.
 *
 * @param isStopped checked between two batches
 */
export async function deleteInBatches<Entity extends ObjectLiteral>(
  database: Database,
  entity: EntityTarget<Entity>,
  where: FindOptionsWhere<Entity>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { primaryColumns } = database.reader.dataSource.getMetadata(entity);
  const keys = Object.fromEntries(primaryColumns.map(({ propertyName }) => [propertyName, true]));
  const select = keys as FindOptionsSelect<Entity>;
  const find = () => database.reader.find(entity, { where, select, take: batchSize });
  await deleteFound(database, entity, find, isStopped);
}

/**
 * The same for rows that a function finds.
 *
 * @param find the keys of up to `size` rows
 */
export async function deleteFound<Entity extends ObjectLiteral>(
  database: Database,
  entity: EntityTarget<Entity>,
  find: (size: number) => Promise<Partial<Entity>[]>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const rows = await find(batchSize);
    if (rows.length > 0)
      await database.transaction(async (manager) => {
        for (let start = 0; start < rows.length; start += rowsAtOnce)
          await deleteRows(manager, entity, rows.slice(start, start + rowsAtOnce));
      });
    if (rows.length < batchSize || isStopped()) return;
  }
}

/** By their keys: TypeORM's `remove` reads each row again, and 500 of them held up the event loop for a tenth of a second. */
async function deleteRows<Entity extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Entity>,
  rows: readonly Partial<Entity>[],
): Promise<void> {
  const { tableName, primaryColumns } = manager.dataSource.getMetadata(entity);
  const { sql, parameters } = areOneOf(
    primaryColumns.map(({ databaseName }) => databaseName),
    rows.map((row) => primaryColumns.map((column) => column.getEntityValue(row, true) as string | number)),
  );
  await manager.query(`DELETE FROM ${tableName} WHERE ${sql}`, parameters);
}
