import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { openBeside, type TestDatabase } from './mariadb';
import { newFastFolder } from './fast-folder';
import { serverVariables, variable } from './server';

/**
 * Writes the template for `openMigrated` and returns the path of the file, because running the migrations for each test
 * database would take longer than most tests.
 *
 * @param mysqlUrl a database next to which others may be created; without it the file is a SQLite database
 */
export async function writeTemplate(folder: string, mysqlUrl?: string): Promise<string> {
  const file = join(folder, mysqlUrl ? 'template.sql' : 'template.db');
  if (mysqlUrl) await writeFile(file, await migratedSchema(mysqlUrl));
  else await migrate(`sqlite:${file}`);
  return file;
}

async function migrate(url: string): Promise<void> {
  const database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: true });
  await database.close();
}

/**
 * The statements that create the final schema, with fewer table changes than the migrations, so that a test database is
 * ready in a fraction of the time.
 *
 * @param given a database next to which this one may create others
 */
async function migratedSchema(given: string): Promise<string> {
  const template = await openBeside(given);
  try {
    await migrate(template.url);
    const connection = await createConnection(template.url);
    try {
      return await readStatements(connection);
    } finally {
      await connection.end();
    }
  } finally {
    await template.close();
  }
}

async function readStatements(connection: Connection): Promise<string> {
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  const statements = ['SET foreign_key_checks = 0'];
  for (const table of tables.flatMap((row) => Object.values(row) as string[])) {
    const [[definition]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
    statements.push(String(definition?.['Create Table']));
    const [rows] = await connection.query<RowDataPacket[][]>({
      sql: connection.format('SELECT * FROM ??', [table]),
      rowsAsArray: true,
      // As text, because values that a driver parses as dates or JSON would be written in another form.
      typeCast: (field) => field.string(),
    });
    if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]));
  }
  return statements.join(';\n');
}

/** Creates an empty database of a dialect with all tables, from the template of the test setup. */
export function openMigrated(dialect: 'sqlite' | 'mysql'): Promise<TestDatabase> {
  const { database, template } = serverVariables(dialect);
  return dialect === 'mysql'
    ? openMigratedMysql(variable(database), variable(template))
    : openMigratedSqlite(process.env[template]);
}

/** @param template without it the service runs the migrations itself, as in a project without shared server */
async function openMigratedSqlite(template?: string): Promise<TestDatabase> {
  if (template === undefined) return { url: 'sqlite::memory:', close: async () => {} };
  const folder = newFastFolder('glycograph-own-');
  const file = join(folder, 'own.db');
  await copyFile(template, file);
  return { url: `sqlite:${file}`, close: () => rm(folder, { recursive: true, force: true }) };
}

/** @param given a database next to which this one may create others */
async function openMigratedMysql(given: string, template: string): Promise<TestDatabase> {
  const opened = await openBeside(given);
  const connection = await createConnection({ uri: opened.url, multipleStatements: true });
  try {
    await connection.query(await readFile(template, 'utf8'));
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  } finally {
    await connection.end();
  }
}
