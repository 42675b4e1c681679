import type { EntityManager } from 'typeorm';

/** Which data sets of an account are wanted. */
export interface DataSetFilter {
  clientName?: string;
  deviceId?: string;
  /** Deleted ones, too. */
  includeDeleted?: boolean;
}

/** A question for one page of one account's data sets, newest first. */
export interface DataSetQuestion {
  userId: string;
  filter: DataSetFilter;
  offset: number;
  size: number;
}

/** Few enough for one statement in both dialects. */
const questionsAtOnce = 100;

/** The upload ids of many pages, in the order of the questions; a hundred questions go into one statement. */
export async function listUploadIds(
  manager: EntityManager,
  questions: readonly DataSetQuestion[],
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let start = 0; start < questions.length; start += questionsAtOnce) {
    const parts = questions.slice(start, start + questionsAtOnce).map(partOf);
    const sql = parts.map((part) => part.sql).join(' UNION ALL ');
    const rows: { question: number; uploadId: string }[] = await manager.query(
      sql,
      parts.flatMap((part) => part.parameters),
    );
    for (const index of parts.keys()) {
      pages.push(rows.filter((row) => Number(row.question) === index).map((row) => row.uploadId));
    }
  }
  return pages;
}

function partOf({ userId, filter, offset, size }: DataSetQuestion, index: number) {
  const conditions = ['user_id = ?', 'active = 1'];
  const parameters: unknown[] = [userId];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  if (!filter.includeDeleted) conditions.push('deleted_time IS NULL');
  add('device_id = ?', filter.deviceId);
  add('client_name = ?', filter.clientName);
  const page = `SELECT upload_id FROM data_sets WHERE ${conditions.join(' AND ')}
    ORDER BY created_time DESC, id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`;
  return { sql: `SELECT ${index} AS question, page.upload_id AS uploadId FROM (${page}) page`, parameters };
}
