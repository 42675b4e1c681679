import type { Dialect } from '../../platform/database/dialect';
import { placeholders } from '../../platform/database/placeholders';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import type { CloudSource } from './cloud-readings';
import { inChunks } from './in-chunks';
import { recordsBy } from './record-lookup';

type Row = [userId: string, dataSetId: string, isDeleted: number | boolean];

/** Data sets without records; `toKey` makes their keys. */
interface Missing {
  deleted: Set<string>;
  empty: Set<string>;
}

const toKey = (userId: string, dataSetId: string): string => `${userId} ${dataSetId}`;

/**
 * Which data sets of the sources are deleted, and which ones of sources without a covered time have no visible record.
 * Data sets that do not exist are neither.
 */
async function findMissing(
  dialect: Dialect,
  query: SnapshotQuery,
  sources: readonly CloudSource[],
): Promise<Missing> {
  const gatherIds = (some: readonly CloudSource[]) => new Set(some.flatMap(({ dataSetIds }) => dataSetIds));
  const uncovered = gatherIds(sources.filter(({ range }) => range === null));
  const missing: Missing = { deleted: new Set(), empty: new Set() };
  for (const chunk of inChunks([...gatherIds(sources)])) {
    const searched = chunk.filter((id) => uncovered.has(id));
    const isEmpty = `address IN (${placeholders(searched)}) AND NOT EXISTS (
      SELECT 1 FROM ${recordsBy(dialect, 'records_upload')}
      WHERE records.user_id = data_sets.user_id AND records.upload_id = data_sets.upload_id AND records.active = 1)`;
    const rows = await query<Row>(
      `SELECT user_id, upload_id, deleted_time IS NOT NULL FROM data_sets WHERE address IN (${placeholders(chunk)})
       AND (deleted_time IS NOT NULL${searched.length > 0 ? ` OR ${isEmpty}` : ''})`,
      [...chunk, ...searched],
    );
    for (const [userId, id, isDeleted] of rows)
      (Number(isDeleted) === 1 ? missing.deleted : missing.empty).add(toKey(userId, id));
  }
  return missing;
}

/**
 * The sources that have imported something that still exists, without their deleted data sets: connecting a provider, or
 * deleting what it has sent, must not hide readings that nothing replaces.
 */
export async function countedSources(
  dialect: Dialect,
  query: SnapshotQuery,
  sources: readonly CloudSource[],
): Promise<CloudSource[]> {
  const { deleted, empty } = await findMissing(dialect, query, sources);
  return sources.flatMap((source) => {
    const { userId, dataSetIds, range } = source;
    if (dataSetIds.length === 0) return source;
    const left = dataSetIds.filter((id) => !deleted.has(toKey(userId, id)));
    const counts = range === null ? left.some((id) => !empty.has(toKey(userId, id))) : left.length > 0;
    return counts ? { ...source, dataSetIds: left } : [];
  });
}
