/**
 * The kind of a migration statement: it reads, changes rows, or changes the schema. Rows are changed in
 * transactions. In MySQL a schema change is not transactional and ends the open transaction.
 */
export type StatementKind = 'read' | 'rows' | 'table';

/** A kind of schema change, and MySQL's error if it has already happened. */
interface TableChange {
  form: RegExp;
  /** Absent if repeating the statement is harmless. */
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
  // The same index in a new form: at every moment there is one of this name.
  { form: /^ALTER TABLE \S+ DROP INDEX (\S+), ADD INDEX \1 \(/ },
];

const inOneLine = (sql: string): string => sql.trim().replace(/\s+/g, ' ');

const findTableChange = (sql: string): TableChange | undefined =>
  tableChanges.find(({ form }) => form.test(inOneLine(sql)));

/** The table that a schema change changes. */
export const parseTable = (sql: string): string =>
  /^(?:\w+ TABLE|\w+ (?:UNIQUE )?INDEX \S+ ON) ([^\s(]+)/.exec(inOneLine(sql))?.[1] ?? '';

/** Throws for a statement that is not known to be repeatable: see `tableChanges`. */
export function classifyStatement(sql: string): StatementKind {
  if (/^\s*SELECT\b/.test(sql)) return 'read';
  if (/^\s*(INSERT|UPDATE|DELETE)\b/.test(sql)) return 'rows';
  if (findTableChange(sql)) return 'table';
  throw new Error(`A migration must only use statements that are known to be repeatable: ${sql.trim()}`);
}

/** Whether a statement failed because it was executed before. */
export function saysThatItIsDone(sql: string, error: unknown): boolean {
  const code = (error as { driverError?: { code?: string } }).driverError?.code;
  const expected = classifyStatement(sql) === 'rows' ? 'ER_DUP_ENTRY' : findTableChange(sql)?.saysDone;
  return code !== undefined && code === expected;
}
