import type { Bound, KeyValue, ListPart, SortKey } from '../list-part';

/** What a list is read from: a SELECT without its order, with one column of an id. */
export interface ListSource {
  /** The column of the id. */
  id: string;
  /** FROM and WHERE, with at least one condition. */
  from: string;
  parameters: readonly unknown[];
  /** A hint behind SELECT. */
  hint?: string;
}

/** SQL with the values of its placeholders. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

const joined = (parts: readonly Statement[], separator: string): Statement => ({
  sql: `(${parts.map(({ sql }) => sql).join(separator)})`,
  parameters: parts.flatMap(({ parameters }) => parameters),
});

const compared = (key: SortKey, comparison: string, ...values: unknown[]): Statement => ({
  sql: `${key.expression} ${comparison}`,
  parameters: [...(key.parameters ?? []), ...values],
});

const isEqual = (key: SortKey, value: KeyValue): Statement =>
  value === null ? compared(key, 'IS NULL') : compared(key, '= ?', value);

/** The values of a key that are greater or less than another; null if there are none. */
function isBeyond(key: SortKey, value: KeyValue, isGreater: boolean): Statement | null {
  if (value === null) return isGreater ? compared(key, 'IS NOT NULL') : null;
  if (isGreater) return compared(key, '> ?', value);
  const isLess = compared(key, '< ?', value);
  return key.isNullable ? joined([isLess, compared(key, 'IS NULL')], ' OR ') : isLess;
}

/** The range of the first key that the place allows: unlike the whole comparison, it lets databases seek in an index. */
function isInRange(key: SortKey, value: KeyValue, isGreater: boolean): Statement | null {
  if (value === null) return isGreater ? null : compared(key, 'IS NULL');
  if (isGreater) return compared(key, '>= ?', value);
  const isLess = compared(key, '<= ?', value);
  return key.isNullable ? joined([isLess, compared(key, 'IS NULL')], ' OR ') : isLess;
}

/** What comes behind a place, or in front of it. */
function isBehind(keys: readonly SortKey[], { values, isIncluded }: Bound, isForward: boolean): Statement {
  let rest: Statement | null = isIncluded ? { sql: '1 = 1', parameters: [] } : null;
  for (let index = keys.length - 1; index >= 0; index -= 1) {
    const [key, value] = [keys[index], values[index]];
    if (key === undefined || value === undefined) throw new Error('The place is not of this order.');
    const beyond = isBeyond(key, value, isForward !== Boolean(key.descending));
    const isTie = rest && joined([isEqual(key, value), rest], ' AND ');
    const either = [beyond, isTie].filter((part) => part !== null);
    rest = either.length > 0 ? joined(either, ' OR ') : null;
  }
  return rest ?? { sql: '1 = 0', parameters: [] };
}

function restrictions(keys: readonly SortKey[], { after, before }: ListPart): Statement[] {
  const of = (bound: Bound | undefined, isForward: boolean): (Statement | null)[] => {
    const [[key], [value]] = [keys, bound?.values ?? []];
    if (!bound || !key || value === undefined) return [];
    const range = isInRange(key, value, isForward !== Boolean(key.descending));
    return [range, isBehind(keys, bound, isForward)];
  };
  return [...of(after, true), ...of(before, false)].filter((part) => part !== null);
}

/** The ORDER BY of these columns. With `isBackward`, the list begins at its end. */
export const orderBy = (keys: readonly SortKey[], columns: readonly string[], isBackward = false): string =>
  keys
    .map((key, index) => `${columns[index]} ${Boolean(key.descending) === isBackward ? 'ASC' : 'DESC'}`)
    .join(', ');

/** The column of a key in the SELECT of a part. */
export const keyColumn = (index: number): string => `key${index}`;

/**
 * Selects a part of a list: the columns `id`, and `key0` and so on. A backward part comes in reverse, because the
 * limit counts from there.
 */
export function selectPart(source: ListSource, keys: readonly SortKey[], part: ListPart): Statement {
  const { id, from, hint = '' } = source;
  const columns = keys.map(({ expression }, index) => `${expression} AS ${keyColumn(index)}`);
  const names = keys.map((_key, index) => keyColumn(index));
  const bounds = restrictions(keys, part);
  return {
    sql: `SELECT ${hint} ${[`${id} AS id`, ...columns].join(', ')}
      ${[from, ...bounds.map(({ sql }) => sql)].join(' AND ')}
      ORDER BY ${orderBy(keys, names, part.isBackward)}
      LIMIT ${Number(part.size)} OFFSET ${Number(part.offset ?? 0)}`,
    parameters: [
      ...keys.flatMap(({ parameters = [] }) => parameters),
      ...source.parameters,
      ...bounds.flatMap(({ parameters }) => parameters),
    ],
  };
}

/**
 * The first rows of a table in the order of a list, from where a part of it begins: few enough to look at each.
 *
 * @param rows the columns, and FROM and WHERE of the table, with at least one condition
 */
export function selectFirst(
  rows: Statement & { columns: string },
  keys: readonly SortKey[],
  part: ListPart,
  most: number,
): Statement {
  const bounds = restrictions(keys, part);
  const columns = keys.map(({ expression }) => expression);
  return {
    sql: `SELECT ${rows.columns} ${[rows.sql, ...bounds.map(({ sql }) => sql)].join(' AND ')}
      ORDER BY ${orderBy(keys, columns, part.isBackward)} LIMIT ${Number(most)}`,
    parameters: [...rows.parameters, ...bounds.flatMap(({ parameters }) => parameters)],
  };
}

/** The place in a row of `selectPart`. Drivers return 64-bit numbers as text. */
export const readPlace = (keys: readonly SortKey[], row: Readonly<Record<string, unknown>>): KeyValue[] =>
  keys.map(({ kind }, index) => {
    const value = row[keyColumn(index)] as string | number | null;
    if (value === null) return null;
    return kind === 'number' ? Number(value) : String(value);
  });
