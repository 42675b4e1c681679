import { createHash } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Contents of all tables, as digests. */
export interface DatabaseContents {
  /** A digest of each table with user data; equal if the rows are equal. */
  digests: () => Promise<Map<string, string>>;
  /** Number of waiting outbox messages. */
  waiting: () => Promise<number>;
  close: () => Promise<void>;
}

/**
 * Tables that change in the background: request traces, attempt counters, sessions and keys, and effects of earlier
 * changes. A refused request may leave rows there.
 */
const byItself =
  /audit|throttle|counter|session|token|key|outbox|task|done_requests|waiting|metric|receipt|watch|summar|bucket|glucose|migration|sqlite_|notification|deletion|requested_exports|write_probes/;

/** Reads the database of a server directly. */
export const openContents = (databaseUrl: string): Promise<DatabaseContents> =>
  databaseUrl.startsWith('mysql:') ? ofMysql(databaseUrl) : ofSqlite(databaseUrl.slice('sqlite:'.length));

async function ofSqlite(path: string): Promise<DatabaseContents> {
  const database = new BetterSqlite3(path, { readonly: true, timeout: 10_000 });
  const named = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const tables = (named.all() as { name: string }[]).map(({ name }) => name).filter(isLookedAt);
  const reads = tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).raw()] as const);
  const waiting = database.prepare('SELECT COUNT(*) AS count FROM outbox_messages');
  let version: unknown;
  let last = new Map<string, string>();
  return {
    async digests() {
      const now = database.pragma('data_version', { simple: true });
      if (now === version) return last;
      version = now;
      last = new Map(
        reads.map(([table, read]) => [
          table,
          createHash('md5').update(JSON.stringify(read.all())).digest('hex'),
        ]),
      );
      return last;
    },
    waiting: async () => (waiting.get() as { count: number }).count,
    async close() {
      database.close();
    },
  };
}

async function ofMysql(url: string): Promise<DatabaseContents> {
  const connection = await createConnection(url);
  const rows = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];
  const all = await rows(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const tables = all.map(({ name }) => String(name)).filter(isLookedAt);
  const checksum = `CHECKSUM TABLE ${tables.map((table) => `\`${table}\``).join(', ')}`;
  return {
    digests: async () =>
      new Map((await rows(checksum)).map((row) => [String(row.Table), String(row.Checksum)])),
    waiting: async () => Number((await rows('SELECT COUNT(*) AS count FROM outbox_messages'))[0]?.count),
    close: () => connection.end(),
  };
}

const isLookedAt = (table: string): boolean => !byItself.test(table);
