import type { EntityManager } from 'typeorm';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';

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
  const rows: OwnRow[] = await manager.query(
    `SELECT DISTINCT hash, active, archived_time AS "archivedTime", archived_upload_id AS "archivedUploadId"
      FROM records WHERE user_id = ? AND upload_id = ? AND hash IS NOT NULL`,
    [userId, uploadId],
  );
  for (const { standing, hashes } of byStanding(rows).values()) {
    for (const chunk of inChunks(hashes)) {
      await manager
        .createQueryBuilder()
        .update(RecordEntity)
        .set(standing)
        .where('user_id = :userId AND hash IN (:...chunk)', { userId, chunk })
        .andWhere('archived_upload_id = :uploadId', { uploadId })
        .execute();
    }
  }
}
