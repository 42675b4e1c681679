import type { EntityManager } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity';

/** The position of an entry in a list: its time in milliseconds since the epoch, and its id. */
export type AuditPlace = readonly [time: number, id: string];

/** A request for one page of an account's entries, newest first. */
export interface AuditQuestion {
  subjectId: string;
  /** Inclusive; milliseconds since the epoch. */
  from?: number;
  /** Exclusive; milliseconds since the epoch. */
  to?: number;
  after?: AuditPlace;
  size: number;
}

/** Small enough for one statement in both dialects. */
const questionsAtOnce = 100;

type Row = Omit<AuditEntryEntity, 'fields' | 'permissions' | 'share' | 'consents'> & {
  page: number;
  fields: string;
  permissions: string;
  share: string | null;
  consents: string | null;
};

/** Pages of entries, in the order of the requests; one statement covers a hundred. */
export async function auditPages(
  manager: EntityManager,
  questions: readonly AuditQuestion[],
): Promise<AuditEntryEntity[][]> {
  const pages: AuditEntryEntity[][] = [];
  for (let start = 0; start < questions.length; start += questionsAtOnce) {
    const some = questions.slice(start, start + questionsAtOnce);
    const parts = some.map(buildPageQuery);
    const rows: Row[] = await manager.query(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    for (const [index, { size }] of some.entries()) {
      const page = rows.filter((row) => Number(row.page) === index).map(toEntry);
      pages.push(page.sort(newestFirst).slice(0, size));
    }
  }
  return pages;
}

function buildPageQuery({ subjectId, from, to, after, size }: AuditQuestion, index: number) {
  const conditions = ['e.subject_id = ?'];
  const parameters: unknown[] = [subjectId];
  const add = (condition: string, ...values: unknown[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (from !== undefined) add('e.time >= ?', from);
  if (to !== undefined) add('e.time < ?', to);
  if (after) add('(e.time < ? OR (e.time = ? AND e.id < ?))', after[0], after[0], after[1]);
  const place = `${conditions.join(' AND ')} ORDER BY e.time DESC, e.id DESC LIMIT ${Number(size)}`;
  const sql = `SELECT ${index} AS page, found.* FROM (
      SELECT e.subject_id AS subjectId, e.time AS time, e.id AS id, kind, actor_id AS actorId, client, operation, fields, reason,
        permissions, share, consents, request_id AS requestId
      FROM audit_entries e WHERE ${place}) found
    UNION ALL SELECT ${index} AS page, found.* FROM (
      SELECT e.subject_id AS subjectId, e.time AS time, e.id AS id, a.kind, a.actor_id AS actorId, a.client, a.operation,
        a.fields, a.reason, a.permissions, NULL AS share, NULL AS consents, a.request_id AS requestId
      FROM audit_reads e JOIN audit_accesses a ON a.id = e.access_id WHERE ${place}) found`;
  return { sql, parameters: [...parameters, ...parameters] };
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
