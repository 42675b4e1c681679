import type { Database } from '../../platform/database/database';
import { placeholders } from '../../platform/database/placeholders';
import { idKey } from './id-key';
import { recordsBy } from './record-lookup';

/** A link between two records in the same data set. */
export interface RecordLink {
  userId: string;
  uploadId: string;
  id: string;
}

interface Row extends RecordLink {
  content: string;
}

const toMapKey = ({ userId, uploadId, id }: RecordLink): string =>
  [userId, idKey(uploadId), idKey(id)].join(' ');

/** The texts of visible linked records, with one statement, in the order of the links; null if there is none. */
export async function findLinked(
  { plain, dialect }: Database,
  links: readonly RecordLink[],
): Promise<(string | null)[]> {
  const parts = [...new Set(links.map(({ userId }) => userId))].map((userId) => {
    const own = links.filter((link) => link.userId === userId);
    const uploadIds = [...new Set(own.map(({ uploadId }) => idKey(uploadId)))];
    const ids = [...new Set(own.map(({ id }) => idKey(id)))];
    return {
      sql: `(user_id = ? AND upload_id IN (${placeholders(uploadIds)}) AND id IN (${placeholders(ids)}))`,
      parameters: [userId, ...uploadIds, ...ids],
    };
  });
  const rows = await plain.rows<Row>(
    `SELECT user_id AS userId, upload_id AS uploadId, id, content
     FROM ${recordsBy(dialect, 'records_key')} WHERE active = 1 AND (${parts.map(({ sql }) => sql).join(' OR ')})`,
    parts.flatMap(({ parameters }) => parameters),
  );
  const found = new Map(rows.map((row) => [toMapKey(row), row.content]));
  return links.map((link) => found.get(toMapKey(link)) ?? null);
}
