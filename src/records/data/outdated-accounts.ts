import type { PlainReads } from '../../platform/speed/plain-reads';
import type { GlucoseMeasure } from './glucose-change.entity';

/** Outdated statistics. */
export interface OutdatedKey {
  userId: string;
  since: number;
}

/** One of several parts of all accounts. */
export interface Share {
  /** Counted from 0. */
  part: number;
  of: number;
}

/** Accounts fall into parts by a checksum, of about the same sizes. Only MySQL has the function, so SQLite knows one part. */
const ofShare = ({ part, of }: Share): string => (of === 1 ? '' : `AND CRC32(user_id) % ${of} = ${part}`);

/** Changes that are read for each account at first: one is usual. */
const changesOfAccount = 2;

/**
 * Accounts of a share with outdated statistics at an instant, longest-waiting first. Reads a beginning of the index, however
 * many accounts are waiting.
 */
export async function findOutdated(
  plain: PlainReads,
  measure: GlucoseMeasure,
  instant: number,
  { size, share }: { size: number; share: Share },
): Promise<OutdatedKey[]> {
  for (let limit = size * changesOfAccount; ; limit *= 2) {
    const rows = await plain.rows<{ userId: string; since: number | string }>(
      `SELECT user_id AS userId, due_time AS since FROM glucose_changes
       WHERE summary_type = ? AND due_time <= ? ${ofShare(share)} ORDER BY due_time, user_id LIMIT ?`,
      [measure, instant, limit],
    );
    const since = new Map<string, number>();
    for (const row of rows) if (!since.has(row.userId)) since.set(row.userId, Number(row.since));
    if (since.size >= size || rows.length < limit)
      return [...since].slice(0, size).map(([userId, first]) => ({ userId, since: first }));
  }
}
