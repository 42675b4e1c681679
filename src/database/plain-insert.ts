import type { EntityManager } from 'typeorm';
import { dialectOfDriver } from './dialect';

/**
 * Stores entities with one statement: all of them or none. What is made of it is as small as what it stores; for many
 * rows at once the work of TypeORM would be most of the time. A row whose key is there already is left as it is, so rows
 * may come again whenever nobody knows whether they were stored.
 */
export async function plainInsert<Entity extends object>(
  manager: EntityManager,
  entity: new () => Entity,
  rows: readonly Entity[],
): Promise<void> {
  const { tableName, columns } = manager.dataSource.getMetadata(entity);
  const places = `(${columns.map(() => '?').join(', ')})`;
  const values = rows.flatMap((row) =>
    columns.map(
      (column) =>
        manager.dataSource.driver.preparePersistentValue(
          row[column.propertyName as keyof Entity],
          column,
        ) as unknown,
    ),
  );
  const names = columns.map(({ databaseName }) => databaseName);
  const isThere =
    dialectOfDriver(manager.dataSource.options.type) === 'mysql'
      ? `DUPLICATE KEY UPDATE ${names[0]} = ${tableName}.${names[0]}`
      : 'CONFLICT DO NOTHING';
  await manager.query(
    `INSERT INTO ${tableName} (${names.join(', ')})
     VALUES ${rows.map(() => places).join(', ')} ON ${isThere}`,
    values,
  );
}
