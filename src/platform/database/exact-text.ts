import { Raw, type FindOperator } from 'typeorm';

/** A part of a WHERE clause with its parameters. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** Appended to a text, it makes trailing spaces significant. */
const end = '.';

/**
 * Matches rows whose column holds exactly one of the texts. MySQL considers "a" and "a " equal under every collation
 * known to both MySQL and MariaDB; the first half of the condition lets the index be used.
 */
export function isOneOf(column: string, texts: readonly string[]): Condition {
  const marks = texts.map(() => '?').join(', ');
  return {
    sql: `(${column} IN (${marks}) AND CONCAT(${column}, '${end}') IN (${marks}))`,
    parameters: [...texts, ...texts.map((text) => text + end)],
  };
}

/**
 * Matches rows by some columns together; there is at least one row. The columns hold ids, which have no trailing spaces. MariaDB
 * would read a whole table for an UPDATE with a list of a single row.
 */
export function areOneOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Condition {
  const [marks, equal] = [columns.map(() => '?').join(', '), columns.map((column) => `${column} = ?`)];
  return {
    sql:
      rows.length === 1
        ? `(${equal.join(' AND ')})`
        : `(${columns.join(', ')}) IN (${rows.map(() => `(${marks})`).join(', ')})`,
    parameters: rows.flat(),
  };
}

/** `isOneOf` for TypeORM conditions; a query can have one. */
export const exactly = (texts: readonly string[]): FindOperator<string> =>
  Raw((column) => `(${column} IN (:...texts) AND CONCAT(${column}, '${end}') IN (:...ended))`, {
    texts: [...texts],
    ended: texts.map((text) => text + end),
  }) as FindOperator<string>;
