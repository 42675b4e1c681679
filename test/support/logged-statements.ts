import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { openRestartableDatabase, type TestDatabase } from './mariadb';

/** A statement that a database has carried out. */
export interface LoggedStatement {
  sql: string;
  /** Rows that the database has looked at. */
  examined: number;
  /** Rows of the result, and rows that were changed. */
  returned: number;
}

/** A database that logs all statements. */
export interface LoggingDatabase extends TestDatabase {
  /** The statements since the last call. */
  statements(): Promise<LoggedStatement[]>;
}

/** Without pushed conditions, index entries that do not match count as rows that were looked at. */
const serverArguments = [
  '--slow-query-log=1',
  '--long-query-time=0',
  '--log-output=TABLE',
  '--optimizer-switch=index_condition_pushdown=off',
];

/** Creates an empty MySQL or MariaDB database on a server of its own. */
export async function openLoggingDatabase(): Promise<LoggingDatabase> {
  const database = await openRestartableDatabase(serverArguments);
  return {
    url: database.url,
    close: () => database.close(),
    async statements() {
      const connection = await createConnection(database.url);
      try {
        await connection.query('SET GLOBAL slow_query_log = 0');
        const [rows] = await connection.query<RowDataPacket[]>(
          'SELECT CONVERT(sql_text USING utf8mb4) AS text, slow_log.* FROM mysql.slow_log',
        );
        await connection.query('TRUNCATE mysql.slow_log');
        await connection.query('SET GLOBAL slow_query_log = 1');
        // MySQL does not log how many rows were changed.
        return rows.map(({ text, rows_examined, rows_sent, rows_affected = 0 }) => ({
          sql: String(text),
          examined: Number(rows_examined),
          returned: Number(rows_sent) + Number(rows_affected),
        }));
      } finally {
        await connection.end();
      }
    },
  };
}
