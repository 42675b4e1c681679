import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Database } from '../../src/platform/database/database';
import { newRecordId } from '../../src/platform/ids';
import { persistence } from '../../src/persistence';
import { TaskEntity } from '../../src/platform/tasks/task.entity';
import { killChild, startChild, stopChild, tail } from '../support/child';
import { countedType } from '../support/counted-tasks';
import { hasMysql, openTestDatabase } from '../support/mariadb';
import { waitForTakeover } from '../support/wait-until';

const taskCount = 1_000;

/** Numbers of finished tasks at which workers are killed. */
const killings = [randomInt(50, 200), randomInt(250, 500)];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-tasks-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const onSqlite = (test: (databaseUrl: string) => Promise<void>) => test(`sqlite:${join(folder, 'tasks.db')}`);

async function onMysql(test: (databaseUrl: string) => Promise<void>) {
  const database = await openTestDatabase();
  try {
    await test(database.url);
  } finally {
    await database.close();
  }
}

async function prepare(databaseUrl: string): Promise<Database> {
  const database = await Database.open(databaseUrl, { schema: persistence, poolSize: 5, migrate: true });
  await database.transaction(async (manager) => {
    await manager.query('CREATE TABLE effects (task_id VARCHAR(40) NOT NULL)');
    const waiting = { type: countedType, priority: 0, dueTime: 0, state: 'pending' as const };
    for (let begin = 0; begin < taskCount; begin += 100)
      await manager.insert(
        TaskEntity,
        Array.from({ length: 100 }, () => ({ ...waiting, id: newRecordId(), createdTime: Date.now() })),
      );
  });
  return database;
}

const countOf = async (database: Database, sql: string): Promise<number> => {
  const [row] = await database.reader.query<{ count: number }[]>(sql);
  return Number(row?.count);
};

const dialects = [['SQLite', onSqlite] as const, ...(hasMysql ? [['MySQL', onMysql] as const] : [])];

describe.each(dialects)('four processes on one %s database', (_name, on) => {
  it('run each of a thousand tasks exactly once, although two of them are killed', () =>
    on(async (databaseUrl) => {
      const database = await prepare(databaseUrl);
      const logFile = join(folder, 'workers.log');
      const { PATH, HOME } = process.env;
      const workers = Array.from({ length: 4 }, () =>
        startChild({
          command: process.execPath,
          arguments: ['--require', '@swc-node/register', resolve('test/support/task-worker.ts')],
          env: { PATH, HOME, DATABASE_URL: databaseUrl },
          logFile,
        }),
      );
      const effects = () => countOf(database, 'SELECT COUNT(*) AS count FROM effects');
      for (const done of killings) {
        await waitForTakeover(`${done} tasks to be done`, async () =>
          (await effects()) >= done ? true : undefined,
        );
        const [victim] = workers.splice(randomInt(workers.length), 1);
        if (victim) await killChild(victim);
      }
      const open = "SELECT COUNT(*) AS count FROM tasks WHERE state <> 'completed'";
      await waitForTakeover('all tasks to be done', async () =>
        (await countOf(database, open)) === 0 ? true : undefined,
      );
      await Promise.all(workers.map((worker) => stopChild(worker, logFile)));
      expect([await effects(), tail(logFile).includes('could not')]).toEqual([taskCount, false]);
      const distinct = 'SELECT COUNT(DISTINCT task_id) AS count FROM effects';
      expect(await countOf(database, distinct)).toBe(taskCount);
      await database.close();
    }));
});
