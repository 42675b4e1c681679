import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Database } from './database';

const batchSize = 500;

/**
 * Deletes all rows that match, a few at a time: no transaction of it holds others up for long.
 *
 * @param isStopped is asked between two batches
 */
export async function deleteInBatches<Entity extends ObjectLiteral>(
  database: Database,
  entity: EntityTarget<Entity>,
  where: FindOptionsWhere<Entity>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const rows = await database.reader.find(entity, { where, take: batchSize });
    if (rows.length > 0) await database.transaction((manager) => manager.remove(rows));
    if (rows.length < batchSize || isStopped()) return;
  }
}
