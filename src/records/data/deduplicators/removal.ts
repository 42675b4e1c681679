import { IsNull, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { exactly } from '../../../platform/database/exact-text';
import { deletion, noteChangedHours } from '../change-records';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';

/** Selects records of a data set to remove: those with one of these values. */
export interface Removal {
  readonly by: 'id' | 'hash' | 'originId';
  readonly values: readonly string[];
}

function* conditions({ userId, uploadId }: DataSetEntity, { by, values }: Removal) {
  for (const chunk of inChunks(values)) yield { userId, uploadId, [by]: exactly(chunk) };
}

/** Permanently deletes records. */
export async function destroyRecords(
  manager: EntityManager,
  dataSet: DataSetEntity,
  removal: Removal,
): Promise<void> {
  for (const chosen of conditions(dataSet, removal)) {
    await noteChangedHours(manager, dataSet.userId, chosen, deletion);
    await manager.delete(RecordEntity, chosen);
  }
}

/**
 * Hides records but keeps them. Records that were never visible, because their data set is not closed, are deleted:
 * closing would show them again.
 */
export async function archiveRecords(
  manager: EntityManager,
  dataSet: DataSetEntity,
  removal: Removal,
): Promise<void> {
  const archived = { active: false, archivedTime: now() };
  for (const chosen of conditions(dataSet, removal)) {
    await noteChangedHours(manager, dataSet.userId, chosen, deletion);
    await manager.delete(RecordEntity, { ...chosen, active: false, archivedTime: IsNull() });
    await manager.update(RecordEntity, { ...chosen, active: true }, archived);
  }
}
