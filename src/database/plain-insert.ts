import type { EntityManager } from 'typeorm';

/**
 * Stores entities with one statement: all of them or none. What is made of it is as small as what it stores; for many
 * rows at once the work of TypeORM would be most of the time.
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
  await manager.query(
    `INSERT INTO ${tableName} (${columns.map(({ databaseName }) => databaseName).join(', ')})
     VALUES ${rows.map(() => places).join(', ')}`,
    values,
  );
}
