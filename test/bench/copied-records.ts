import { openBareDatabase } from './bare-database';

/** The columns of a record besides its account, its time and its id. */
const others =
  'upload_id, type, sub_type, active, device_id, origin_id, hash, sample_interval, reason, source, created_time, archived_time, archived_upload_id, content';

/** What is copied, and how often. */
interface Copies {
  /** Milliseconds since the epoch: records from here on are copied. */
  from: number;
  /** Milliseconds between a copy and the next one. */
  span: number;
  /** The last one lies `span` times this number in the past; the records themselves count as the first. */
  count: number;
}

/** Copies records of an account further back in time, which is faster than uploading them. */
export async function copyIntoThePast(
  databaseUrl: string,
  userId: string,
  { from, span, count }: Copies,
): Promise<void> {
  const database = openBareDatabase(databaseUrl);
  try {
    for (let copy = 1; copy < count; copy += 1)
      await database.change(
        `INSERT INTO records (user_id, time, id, ${others})
         SELECT user_id, time - ?, CONCAT(SUBSTR(id, 1, 28), ?), ${others} FROM records WHERE user_id = ? AND time >= ?`,
        [copy * span, String(copy).padStart(4, '-'), userId, from],
      );
    await database.analyze(['records']);
  } finally {
    await database.close();
  }
}

/** Gives copies of the records of an account to other accounts. */
export async function copyToOthers(
  databaseUrl: string,
  userId: string,
  receivers: readonly string[],
): Promise<void> {
  const database = openBareDatabase(databaseUrl);
  try {
    for (const receiver of receivers)
      await database.change(
        `INSERT INTO records (user_id, time, id, ${others}) SELECT ?, time, id, ${others} FROM records WHERE user_id = ?`,
        [receiver, userId],
      );
    await database.analyze(['records']);
  } finally {
    await database.close();
  }
}
