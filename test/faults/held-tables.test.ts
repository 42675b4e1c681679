import 'reflect-metadata';
import { createConnection, type Connection } from 'mysql2/promise';
import type { QueryRunner } from 'typeorm';
import { mysqlSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { persistence } from '../../src/persistence';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { hasMysql } from '../support/mariadb';
import { onMysql } from '../support/own-databases';
import { startServer, type RunningServer } from '../support/server-process';
import { waitForTakeover } from '../support/wait-until';

/** A migration of a later release. */
class LaterRelease2000000000000 {
  name = 'LaterRelease2000000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX messages_later ON messages (author_id, created_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

/** A migration that is on its way: the tables that it has reported, and its end. */
async function startMigration(databaseUrl: string) {
  const migrations = [...persistence.migrations, LaterRelease2000000000000];
  const source = mysqlSource({ entities: [], migrations }, databaseUrl, 1);
  await source.initialize();
  const held: string[] = [];
  const report = (table: string) => void held.push(table);
  return { source, held, done: migrate(source, 'mysql', undefined, undefined, report) };
}

/** A long transaction that has read the table. */
async function holdMessages(databaseUrl: string): Promise<Connection> {
  const holder = await createConnection(databaseUrl);
  await holder.query('START TRANSACTION');
  await holder.query('SELECT * FROM messages');
  return holder;
}

const isWaiting = async (observer: Connection) => {
  const [rows] = await observer.query(
    `SELECT id FROM information_schema.processlist
      WHERE db = DATABASE() AND state LIKE 'Waiting for table metadata lock%' AND info LIKE 'CREATE INDEX%'`,
  );
  return (rows as unknown[]).length > 0 || undefined;
};

const readNotes = async (server: RunningServer, { userId, token }: TestAccount): Promise<number> =>
  (await api(server).get(`/message/notes/${userId}`, { token })).status;

(hasMysql ? it : it.skip)('a migration waits for a table in use without blocking others, and completes', () =>
  onMysql(async (databaseUrl = '') => {
    const server = await startServer({ DATABASE_URL: databaseUrl, DATABASE_TIMEOUT: '5' });
    const me = await newAccount(server);
    const [holder, observer] = [await holdMessages(databaseUrl), await createConnection(databaseUrl)];
    const { source, held, done } = await startMigration(databaseUrl);
    for (let reads = 0; held.length === 0 || reads < 3; reads += 1) {
      await waitForTakeover('a migration that waits for the table', () => isWaiting(observer));
      expect(await readNotes(server, me)).not.toBe(503);
    }
    await holder.query('COMMIT');
    await done;
    const [wait] = await source.query<object[]>(
      'SELECT @@lock_wait_timeout = @@GLOBAL.lock_wait_timeout AS usual',
    );
    expect({ held, wait: { ...wait } }).toEqual({ held: ['messages'], wait: { usual: 1 } });
    const [indexes] = await observer.query("SHOW INDEX FROM messages WHERE Key_name = 'messages_later'");
    expect(indexes).toHaveLength(2);
    await Promise.all([source.destroy(), holder.end(), observer.end(), server.stop()]);
  }),
);
