import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** All files below a folder. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    : [];

// On SQLite the process is the database.
(findDatabaseServer() ? describe : describe.skip)('a process that stops while its database is away', () => {
  let database: RestartableDatabase;

  beforeAll(async () => {
    database = await openRestartableDatabase();
  });
  afterAll(() => database.close());

  it('logs who has read what, once, however often it is started', async () => {
    const server = await startServer({ DATABASE_URL: database.url });
    const { userId, token } = await newAccount(server);
    const folder = join(server.folder, 'waiting-rows');
    const admin = await createConnection(database.url);
    const readsOnRecord = async () => {
      const connection = await createConnection(database.url);
      // A request whose entry is written before it is complete creates a second one.
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT DISTINCT access.operation, access.request_id FROM audit_reads entry JOIN audit_accesses access ON access.id = entry.access_id
          WHERE entry.subject_id = ? AND access.operation = 'GET /auth/user'`,
        [userId],
      );
      await connection.end();
      return rows.map(({ operation }) => operation as string);
    };
    // From here on no reads are stored.
    await admin.query('LOCK TABLES audit_reads WRITE, audit_accesses WRITE');
    for (let count = 0; count < 5; count += 1) await api(server).get('/auth/user', { token });
    admin.on('error', () => undefined);
    await database.stop();
    admin.destroy();
    await server.stop();
    const kept = filesIn(folder);
    expect(kept.length).toBeGreaterThan(0);
    for (const path of kept) expect(statSync(path).mode & 0o077).toBe(0);
    expect(server.logs()).not.toContain('rows were lost');

    const copies = join(server.folder, 'copies');
    mkdirSync(copies);
    const copyOf = (path: string) => join(copies, path.replaceAll('/', '-'));
    for (const path of kept) copyFileSync(path, copyOf(path));
    await database.start();
    for (let start = 0; start < 2; start += 1) {
      // The second time as after a kill between storing them and deleting the file.
      for (const path of kept) copyFileSync(copyOf(path), path);
      await server.start();
      await waitFor('the files to be stored', () => (filesIn(folder).length === 0 ? true : undefined));
      expect(await readsOnRecord()).toEqual(Array(5).fill('GET /auth/user'));
      await server.stop();
    }
  });
});
