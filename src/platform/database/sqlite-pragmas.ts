import type { Database } from 'better-sqlite3';

/** KiB that each connection keeps in memory. */
const cache = 131_072;

/** Prepares a connection. */
export function prepareConnection(connection: Database, mode: 'read' | 'write'): void {
  connection.pragma(`cache_size = -${cache}`);
  if (mode === 'read') return;
  connection.pragma('page_size = 8192');
  connection.pragma('journal_mode = WAL');
  connection.pragma('wal_autocheckpoint = 8000');
  connection.pragma('synchronous = FULL');
}
