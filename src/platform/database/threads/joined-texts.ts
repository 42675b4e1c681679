import type BetterSqlite3 from 'better-sqlite3';
import { Remembered } from '../../remembered';
import type { JoinedQuestion, JoinedTexts } from '../snapshot';

/** Bytes that are joined at once, unless a single text is longer. */
const mostBytes = 1_000_000;

/** Statements that are kept for each connection; preparing one takes longer than it does. */
const mostStatements = 50;

const statements = new WeakMap<BetterSqlite3.Database, Remembered<string, BetterSqlite3.Statement>>();

function prepared(connection: BetterSqlite3.Database, sql: string): BetterSqlite3.Statement {
  let known = statements.get(connection);
  if (!known) statements.set(connection, (known = new Remembered(mostStatements)));
  return known.get(sql, () => connection.prepare(sql).raw());
}

/**
 * Has SQLite join texts, so that JavaScript does not have to read a row for each of them. Their sizes come first, because SQLite
 * would join any number of long ones.
 */
export function readJoined(
  connection: BetterSqlite3.Database,
  { sql, parameters, place, text }: JoinedQuestion,
): JoinedTexts {
  const get = <Row>(statement: string, ...further: unknown[]) =>
    prepared(connection, statement).get(...parameters, ...further) as Row;
  const size = `OCTET_LENGTH(${text})`;
  const [found, total] = get<[number, number | null]>(`SELECT COUNT(*), SUM(${size}) FROM (${sql})`);
  if (found === 0) return { bytes: new Uint8Array(), count: 0, found, last: [] };
  const sizes = () => prepared(connection, `SELECT ${size} FROM (${sql})`).all(parameters) as [number][];
  const count = (total ?? 0) <= mostBytes ? found : fitting(sizes());
  const [bytes] = get<[Buffer<ArrayBuffer>]>(
    `SELECT CAST(GROUP_CONCAT(${text}, ',') AS BLOB) FROM (SELECT ${text} FROM (${sql}) LIMIT ?)`,
    count,
  );
  const last = get<unknown[]>(`SELECT ${place} FROM (${sql}) LIMIT 1 OFFSET ?`, count - 1);
  return { bytes, count, found, last };
}

/** How many of the texts are joined: one at least. */
function fitting(sizes: readonly [number][]): number {
  let bytes = 0;
  const firstLeft = sizes.findIndex(([size], index) => (bytes += size) > mostBytes && index > 0);
  return firstLeft === -1 ? sizes.length : firstLeft;
}
