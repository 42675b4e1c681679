import type { EntityManager } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity';

/** The place of an entry in a list: its time in milliseconds since the epoch, and its id. */
export type AuditPlace = readonly [time: number, id: string];

/** A question for one page of the entries about one account, newest first. */
export interface AuditQuestion {
  subjectId: string;
  /** Inclusive; milliseconds since the epoch. */
  from?: number;
  /** Exclusive; milliseconds since the epoch. */
  to?: number;
  after?: AuditPlace;
  size: number;
}

/** Few enough for one statement in both dialects. */
const questionsAtOnce = 100;

type Row = Omit<AuditEntryEntity, 'fields' | 'permissions' | 'share' | 'consents'> & {
  page: number;
  fields: string;
  permissions: string;
  share: string | null;
  consents: string | null;
};

/** Pages of entries, in the order of the questions; a hundred of them go into one statement. */
export async function auditPages(
  manager: EntityManager,
  questions: readonly AuditQuestion[],
): Promise<AuditEntryEntity[][]> {
  const pages: AuditEntryEntity[][] = [];
  for (let start = 0; start < questions.length; start += questionsAtOnce) {
    const parts = questions.slice(start, start + questionsAtOnce).map(pageOf);
    const rows: Row[] = await manager.query(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    for (const index of parts.keys()) {
      const page = rows.filter((row) => Number(row.page) === index).map(toEntry);
      pages.push(page.sort(newestFirst));
    }
  }
  return pages;
}

function pageOf({ subjectId, from, to, after, size }: AuditQuestion, index: number) {
  const conditions = ['subject_id = ?'];
  const parameters: unknown[] = [subjectId];
  const add = (condition: string, ...values: unknown[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (from !== undefined) add('time >= ?', from);
  if (to !== undefined) add('time < ?', to);
  if (after) add('(time < ? OR (time = ? AND id < ?))', after[0], after[0], after[1]);
  const sql = `SELECT ${index} AS page, found.* FROM (
      SELECT subject_id AS subjectId, time, id, kind, actor_id AS actorId, client, operation, fields, reason,
        permissions, share, consents, request_id AS requestId
      FROM audit_entries WHERE ${conditions.join(' AND ')}
      ORDER BY time DESC, id DESC LIMIT ${Number(size)}) found`;
  return { sql, parameters };
}

const toEntry = ({ page: _page, ...row }: Row): AuditEntryEntity =>
  Object.assign(new AuditEntryEntity(), {
    ...row,
    time: Number(row.time),
    fields: JSON.parse(row.fields) as string[],
    permissions: JSON.parse(row.permissions) as AuditEntryEntity['permissions'],
    share: row.share === null ? null : (JSON.parse(row.share) as AuditEntryEntity['share']),
    consents: row.consents === null ? null : (JSON.parse(row.consents) as AuditEntryEntity['consents']),
  });

const newestFirst = (one: AuditEntryEntity, other: AuditEntryEntity): number =>
  other.time - one.time || (other.id < one.id ? -1 : Number(other.id > one.id));
