import type { EntityManager } from 'typeorm';
import { dialectOfDriver } from './dialect';

/**
 * Stores entities with one statement, all or none. Its cost is proportional to what it stores; for many rows,
 * TypeORM would take most of the time. An existing row with the same key stays unchanged, so rows may be sent again
 * if it is unknown whether they were stored.
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
