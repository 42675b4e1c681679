import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Database } from './database';

const batchSize = 500;

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
  for (;;) {
    const rows = await database.reader.find(entity, { where, take: batchSize });
    if (rows.length > 0) await database.transaction((manager) => manager.remove(rows));
    if (rows.length < batchSize || isStopped()) return;
  }
}
