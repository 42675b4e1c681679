/**
 * What a statement of a migration does: it reads, changes rows, or changes a table. Rows are changed in transactions; a
 * change of a table is none in MySQL, and ends the one that is open.
 */
export type StatementKind = 'read' | 'rows' | 'table';

/** A form of a change of a table, and what MySQL says when it has happened already. */
interface TableChange {
  form: RegExp;
  /** None: doing it again does no harm. */
  saysDone?: string;
}

const tableChanges: readonly TableChange[] = [
  { form: /^CREATE TABLE /, saysDone: 'ER_TABLE_EXISTS_ERROR' },
  { form: /^DROP TABLE /, saysDone: 'ER_BAD_TABLE_ERROR' },
  { form: /^CREATE (UNIQUE )?INDEX /, saysDone: 'ER_DUP_KEYNAME' },
  { form: /^DROP INDEX /, saysDone: 'ER_CANT_DROP_FIELD_OR_KEY' },
  { form: /^ALTER TABLE \S+ ADD COLUMN /, saysDone: 'ER_DUP_FIELDNAME' },
  { form: /^ALTER TABLE \S+ DROP COLUMN /, saysDone: 'ER_CANT_DROP_FIELD_OR_KEY' },
  { form: /^ALTER TABLE \S+ MODIFY / },
];

const changeOf = (sql: string): TableChange | undefined =>
  tableChanges.find(({ form }) => form.test(sql.trim().replace(/\s+/g, ' ')));

/** Throws for a statement of which it is not known how to repeat it: see `tableChanges`. */
export function kindOf(sql: string): StatementKind {
  if (/^\s*SELECT\b/.test(sql)) return 'read';
  if (/^\s*(INSERT|UPDATE|DELETE)\b/.test(sql)) return 'rows';
  if (changeOf(sql)) return 'table';
  throw new Error(`A migration must not use a statement that is not known to be repeatable: ${sql.trim()}`);
}

/** True when a statement that was executed before has failed for this reason. */
export function saysThatItIsDone(sql: string, error: unknown): boolean {
  const code = (error as { driverError?: { code?: string } }).driverError?.code;
  const expected = kindOf(sql) === 'rows' ? 'ER_DUP_ENTRY' : changeOf(sql)?.saysDone;
  return code !== undefined && code === expected;
}
