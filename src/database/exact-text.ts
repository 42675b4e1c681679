import { Raw, type FindOperator } from 'typeorm';

/** A piece of a WHERE clause with its parameters. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** Behind a text that ends in blanks, this makes them count. */
const end = '.';

/**
 * True where a column holds exactly one of the texts. MySQL alone takes "a" and "a " for equal, under every collation that
 * both MySQL and MariaDB know; the first half of the condition is what an index is used for.
 */
export function isOneOf(column: string, texts: readonly string[]): Condition {
  const marks = texts.map(() => '?').join(', ');
  return {
    sql: `(${column} IN (${marks}) AND CONCAT(${column}, '${end}') IN (${marks}))`,
    parameters: [...texts, ...texts.map((text) => text + end)],
  };
}

/** `isOneOf` for conditions of TypeORM, of which a query may have one. */
export const exactly = (texts: readonly string[]): FindOperator<string> =>
  Raw((column) => `(${column} IN (:...texts) AND CONCAT(${column}, '${end}') IN (:...ended))`, {
    texts: [...texts],
    ended: texts.map((text) => text + end),
  }) as FindOperator<string>;
