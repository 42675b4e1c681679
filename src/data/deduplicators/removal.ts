import { IsNull, type EntityManager } from 'typeorm';
import { now } from '../../clock';
import { exactly } from '../../database/exact-text';
import { deletion, noteChangeOf } from '../change-records';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';

/** Which records of a data set are to go: those with one of these values. */
export interface Removal {
  readonly by: 'id' | 'hash' | 'originId';
  readonly values: readonly string[];
}

function* conditions({ userId, uploadId }: DataSetEntity, { by, values }: Removal) {
  for (const chunk of inChunks(values)) yield { userId, uploadId, [by]: exactly(chunk) };
}

/** Removes records for good. */
export async function destroyRecords(
  manager: EntityManager,
  dataSet: DataSetEntity,
  removal: Removal,
): Promise<void> {
  for (const chosen of conditions(dataSet, removal)) {
    await noteChangeOf(manager, dataSet.userId, chosen, deletion);
    await manager.delete(RecordEntity, chosen);
  }
}

/**
 * Hides records from readers and keeps them. Those that no reader has seen yet, because their data set is not closed,
 * are destroyed: closing would show what was kept of them.
 */
export async function archiveRecords(
  manager: EntityManager,
  dataSet: DataSetEntity,
  removal: Removal,
): Promise<void> {
  const archived = { active: false, archivedTime: now() };
  for (const chosen of conditions(dataSet, removal)) {
    await noteChangeOf(manager, dataSet.userId, chosen, deletion);
    await manager.delete(RecordEntity, { ...chosen, active: false, archivedTime: IsNull() });
    await manager.update(RecordEntity, { ...chosen, active: true }, archived);
  }
}
