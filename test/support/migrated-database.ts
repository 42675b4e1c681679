import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { openBeside, type TestDatabase } from './mariadb';

/**
 * The statements that make what the migrations make, with fewer changes of tables than those: a database that a test
 * needs for itself is there in a fraction of the time.
 *
 * @param given a database beside which this one may create others
 */
export async function migratedSchema(given: string): Promise<string> {
  const template = await openBeside(given);
  try {
    const database = await Database.open(template.url, { schema: persistence, poolSize: 2, migrate: true });
    await database.close();
    const connection = await createConnection(template.url);
    try {
      return await statementsOf(connection);
    } finally {
      await connection.end();
    }
  } finally {
    await template.close();
  }
}

async function statementsOf(connection: Connection): Promise<string> {
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  const statements = ['SET foreign_key_checks = 0'];
  for (const table of tables.flatMap((row) => Object.values(row) as string[])) {
    const [[definition]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
    statements.push(String(definition?.['Create Table']));
    const [rows] = await connection.query<RowDataPacket[][]>({
      sql: connection.format('SELECT * FROM ??', [table]),
      rowsAsArray: true,
      // As text: what a driver reads as a date or as JSON would be written in another form.
      typeCast: (field) => field.string(),
    });
    if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]));
  }
  return statements.join(';\n');
}

/** Creates a database next to the given one, with all tables. */
export async function openMigrated(given: string, schema: string): Promise<TestDatabase> {
  const opened = await openBeside(given);
  const connection = await createConnection({ uri: opened.url, multipleStatements: true });
  try {
    await connection.query(schema);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  } finally {
    await connection.end();
  }
}
