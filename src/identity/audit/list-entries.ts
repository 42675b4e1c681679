import type { EntityManager } from 'typeorm';
import { keyColumn, selectPart, type Statement } from '../../platform/database/keyset';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import { partOfItems } from '../../platform/part-of-items';
import { AuditEntryEntity } from './audit-entry.entity';

/** A request for a part of an account's entries, newest first. */
export interface AuditQuestion extends ListPart {
  subjectId: string;
  /** Inclusive; milliseconds since the epoch. */
  from?: number;
  /** Exclusive; milliseconds since the epoch. */
  to?: number;
}

/** The entries of an account, newest first. */
export const entriesOrder: ListOrder = {
  name: 'newest',
  keys: [
    { expression: 'time', kind: 'number', descending: true },
    { expression: 'id', kind: 'text', descending: true },
  ],
};

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
): Promise<Placed<AuditEntryEntity>[][]> {
  const pages: Placed<AuditEntryEntity>[][] = [];
  for (let start = 0; start < questions.length; start += questionsAtOnce) {
    const some = questions.slice(start, start + questionsAtOnce);
    const parts = some.map(selectEntries);
    const rows: Row[] = await manager.query(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    for (const [index, part] of some.entries()) {
      const found = rows.filter((row) => Number(row.page) === index).map(toEntry);
      const placed = found.sort(newestFirst).map((item) => ({ place: [item.time, item.id], item }));
      pages.push(partOfItems(entriesOrder, placed, part));
    }
  }
  return pages;
}

/** Both tables of the log: each may have the whole part. */
function selectEntries({ subjectId, from, to, ...part }: AuditQuestion, index: number): Statement {
  const conditions = ['subject_id = ?'];
  const parameters: unknown[] = [subjectId];
  if (from !== undefined) {
    conditions.push('time >= ?');
    parameters.push(from);
  }
  if (to !== undefined) {
    conditions.push('time < ?');
    parameters.push(to);
  }
  const placesIn = (table: string): Statement =>
    selectPart(
      { id: 'id', from: `FROM ${table} WHERE ${conditions.join(' AND ')}`, parameters },
      entriesOrder.keys,
      part,
    );
  const isPlaced = `e.subject_id = ? AND e.time = place.${keyColumn(0)} AND e.id = place.id`;
  const [entries, reads] = [placesIn('audit_entries'), placesIn('audit_reads')];
  const sql = `SELECT ${index} AS page, e.subject_id AS subjectId, e.time AS time, e.id AS id, kind, actor_id AS actorId, client,
      operation, fields, reason, permissions, share, consents, request_id AS requestId
    FROM (${entries.sql}) place JOIN audit_entries e ON ${isPlaced}
    UNION ALL SELECT ${index} AS page, e.subject_id AS subjectId, e.time AS time, e.id AS id, a.kind, a.actor_id AS actorId,
      a.client, a.operation, a.fields, a.reason, a.permissions, NULL AS share, NULL AS consents, a.request_id AS requestId
    FROM (${reads.sql}) place JOIN audit_reads e ON ${isPlaced} JOIN audit_accesses a ON a.id = e.access_id`;
  return { sql, parameters: [...entries.parameters, subjectId, ...reads.parameters, subjectId] };
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
