import type { Database } from '../../src/platform/database/database';

/** Tables that may name a deleted account: access log, removals, and pending work. */
const mayRemember = ['audit_accesses', 'audit_entries', 'audit_reads', 'clinic_deletions', 'outbox_messages'];

/** The tables that contain a text in any column. */
export async function findTraces(database: Database, text: string): Promise<string[]> {
  const list =
    database.dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  const tables: { name: string }[] = await database.reader.query(list);
  const found: string[] = [];
  for (const { name } of tables.filter((table) => !mayRemember.includes(table.name))) {
    const rows: object[] = await database.reader.query(`SELECT * FROM ${name}`);
    if (JSON.stringify(rows).includes(text)) found.push(name);
  }
  return found.sort();
}
