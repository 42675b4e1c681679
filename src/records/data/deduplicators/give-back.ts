import type { EntityManager } from 'typeorm';
import { dialectOfDriver } from '../../../platform/database/dialect';
import { placeholders } from '../../../platform/database/placeholders';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import type { RecordEntity } from '../record.entity';
import { recordsBy } from '../record-lookup';

/** The visibility of a record: shown, or archived by another data set. */
type Standing = Pick<RecordEntity, 'active' | 'archivedTime' | 'archivedUploadId'>;

interface OwnRow {
  hash: string;
  active: number | boolean;
  archivedTime: number | string | null;
  archivedUploadId: string | null;
}

const shown: Standing = { active: true, archivedTime: null, archivedUploadId: null };

/** The identities of a data set's records by visibility. Records that were never shown have none. */
function byStanding(rows: readonly OwnRow[]): Map<string, { standing: Standing; hashes: string[] }> {
  const groups = new Map<string, { standing: Standing; hashes: string[] }>();
  for (const { hash, active, archivedTime, archivedUploadId } of rows) {
    const isShown = Number(active) === 1;
    if (!isShown && archivedUploadId === null) continue;
    const standing = isShown
      ? shown
      : { active: false, archivedTime: Number(archivedTime), archivedUploadId };
    const key = JSON.stringify(standing);
    const group = groups.get(key) ?? { standing, hashes: [] };
    group.hashes.push(hash);
    groups.set(key, group);
  }
  return groups;
}

/**
 * Every record archived by the data set takes over the visibility of the equal record in this data set: it is shown
 * again, or stays archived by the data set that has displaced both.
 */
export async function giveBack(manager: EntityManager, { userId, uploadId }: DataSetEntity): Promise<void> {
  const dialect = dialectOfDriver(manager.connection.options.type);
  const rows: OwnRow[] = await manager.query(
    `SELECT DISTINCT hash, active, archived_time AS "archivedTime", archived_upload_id AS "archivedUploadId"
      FROM ${recordsBy(dialect, 'records_upload')} WHERE user_id = ? AND upload_id = ? AND hash IS NOT NULL`,
    [userId, uploadId],
  );
  for (const { standing, hashes } of byStanding(rows).values()) {
    const { active, archivedTime, archivedUploadId } = standing;
    for (const chunk of inChunks(hashes)) {
      await manager.query(
        `UPDATE ${recordsBy(dialect, 'records_hash')} SET active = ?, archived_time = ?, archived_upload_id = ?
         WHERE user_id = ? AND hash IN (${placeholders(chunk)}) AND archived_upload_id = ?`,
        [active ? 1 : 0, archivedTime, archivedUploadId, userId, ...chunk, uploadId],
      );
    }
  }
}
