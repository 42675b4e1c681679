import type { PlainReads } from '../../platform/speed/plain-reads';
import type { GlucoseMeasure } from './glucose-change.entity';

/** Outdated statistics. */
export interface OutdatedKey {
  userId: string;
  since: number;
}

/** Changes that are read for each account at first: one is usual. */
const changesOfAccount = 2;

/**
 * Accounts with outdated statistics at an instant, longest-waiting first. Reads a beginning of the index, however many
 * accounts are waiting.
 */
export async function findOutdated(
  plain: PlainReads,
  measure: GlucoseMeasure,
  instant: number,
  size: number,
): Promise<OutdatedKey[]> {
  for (let limit = size * changesOfAccount; ; limit *= 2) {
    const rows = await plain.rows<{ userId: string; since: number | string }>(
      `SELECT user_id AS userId, due_time AS since FROM glucose_changes
       WHERE summary_type = ? AND due_time <= ? ORDER BY due_time, user_id LIMIT ?`,
      [measure, instant, limit],
    );
    const since = new Map<string, number>();
    for (const row of rows) if (!since.has(row.userId)) since.set(row.userId, Number(row.since));
    if (since.size >= size || rows.length < limit)
      return [...since].slice(0, size).map(([userId, first]) => ({ userId, since: first }));
  }
}
