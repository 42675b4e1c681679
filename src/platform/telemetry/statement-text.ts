import { Remembered } from '../remembered';

/**
 * Texts, numbers and bit strings in a statement, also where its end was cut off.
 */
const literals = /'(?:[^'\\]|''|\\.)*(?:'|$)|"(?:[^"\\]|""|\\.)*(?:"|$)|\b0x[\da-f]+\b|\b\d+(?:\.\d+)?\b/gi;

/** A name as SQLite quotes it. */
const quotedName = /^"\w+"$/;

/** Placeholders of lists, which differ only in length. */
const placeholders = /\?(?:\s*,\s*\?)+/g;
const rows = /\(\?\)(?:\s*,\s*\(\?\))+/g;

const longestText = 2_000;

/** Statements of this service, most of which repeat. */
const known = new Remembered<string, string>(1_000);

/** A statement without values: parameters are placeholders anyway, and literals become placeholders. */
export const statementText = (sql: string): string => known.get(sql, shortText);

const shortText = (sql: string): string => withoutValues(sql.slice(0, 4 * longestText)).slice(0, longestText);

const withoutValues = (sql: string): string =>
  sql
    .replace(literals, (found) => (quotedName.test(found) ? found : '?'))
    .replace(placeholders, '?')
    .replace(rows, '(?)')
    .replace(/\s+/g, ' ')
    .trim();

const kinds = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'COMMIT', 'ROLLBACK'] as const;

/** What a statement does; `OTHER` for the rest, such as a migration. */
export type StatementKind = (typeof kinds)[number] | 'OTHER';

/** What a statement does, by its first word. */
export function statementKind(sql: string): StatementKind {
  const begin = sql.slice(0, 24).trimStart().toUpperCase();
  return kinds.find((kind) => begin.startsWith(kind)) ?? 'OTHER';
}
