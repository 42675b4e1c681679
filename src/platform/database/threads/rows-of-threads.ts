import BetterSqlite3 from 'better-sqlite3';
import type { ThreadError } from '../../workload/thread-calls';

/** Messages turn a `Buffer` into a plain array of bytes; a row has the same values whichever thread reads it. */
export function withBuffers(row: unknown[]): unknown[] {
  for (const [index, value] of row.entries())
    if (ArrayBuffer.isView(value)) row[index] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return row;
}

/** A row under the names of its columns. */
export function withNames(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) named[name] = row[index];
  return named;
}

/** The error of SQLite as it would be thrown in this thread. */
export const toSqliteError = ({ message, code }: ThreadError): Error =>
  new BetterSqlite3.SqliteError(message, code);
