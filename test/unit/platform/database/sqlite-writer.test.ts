import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../../src/platform/database/database';
import { asApiError } from '../../../../src/platform/errors';

let folder: string;
let path: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-writer-'));
  path = join(folder, 'a.db');
  const options = { schema: { entities: [], migrations: [] }, poolSize: 2, migrate: true, timeout: 200 };
  database = await Database.open(`sqlite:${path}`, options);
  await database.transaction((manager) =>
    manager.query('CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)'),
  );
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const add = (manager: EntityManager, id: number, text = ''): Promise<void> =>
  manager.query('INSERT INTO things VALUES (?, ?)', [id, text]);

/** Data as another process sees it, rather than cached by the connection that wrote it. */
const stored = (): unknown[] => {
  const other = new BetterSqlite3(path, { readonly: true });
  const ids = other.prepare('SELECT id FROM things ORDER BY id').pluck().all();
  other.close();
  return ids;
};

/** Makes SQLite report a full disk. */
const limitPages = (manager: EntityManager, pages: number): Promise<unknown> =>
  manager.query(`PRAGMA max_page_count = ${pages}`);

describe('a transaction on SQLite', () => {
  it('that SQLite rolls back itself stores nothing of its later work', async () => {
    const failed = database.transaction(async (manager) => {
      await add(manager, 1);
      // As SQLite itself does when the disk fails at the wrong moment.
      await manager.query('ROLLBACK');
      await add(manager, 2).catch(() => undefined);
      await add(manager, 3);
    });
    await expect(failed).rejects.toThrow('The transaction has ended before its time.');
    expect(stored()).toEqual([]);
    await database.transaction((manager) => add(manager, 4));
    expect(stored()).toEqual([4]);
  });

  it('is not committed if its work has ended it', async () => {
    const failed = database.transaction(async (manager) => {
      await add(manager, 1);
      await manager.query('ROLLBACK');
    });
    await expect(failed).rejects.toThrow('The transaction has ended before its time.');
    expect(stored()).toEqual([]);
  });

  it('that has failed leaves nothing to the next one, however often', async () => {
    for (let id = 1; id <= 20; id += 1) {
      const failed = database.transaction(async (manager) => {
        await limitPages(manager, 1);
        await add(manager, 100 + id, 'x'.repeat(200_000));
      });
      const error: unknown = await failed.catch((thrown: unknown) => thrown);
      expect(asApiError(error).code).toBe('INSUFFICIENT_STORAGE');
      await database.transaction(async (manager) => {
        await limitPages(manager, 1_000_000);
        await add(manager, id);
      });
      expect(stored()).toHaveLength(id);
    }
  });

  it('leaves no statement behind that runs in the next one', async () => {
    let manager: EntityManager | undefined;
    let sent: Promise<void> | undefined;
    const failed = database.transaction(async (given) => {
      manager = given;
      sent = add(given, 1);
      await Promise.reject(new Error('no'));
    });
    const next = database.transaction((given) => add(given, 2));
    await expect(failed).rejects.toThrow('no');
    await sent;
    await expect(add(manager as EntityManager, 3)).rejects.toThrow();
    await next;
    expect(stored()).toEqual([2]);
  });

  it('waits for another process no longer than allowed, and then continues', async () => {
    const other = new BetterSqlite3(path);
    other.exec('BEGIN IMMEDIATE');
    const waiting = [1, 2, 3].map((id) => database.transaction((manager) => add(manager, id)));
    const codes = await Promise.all(
      waiting.map((each) => each.then(() => 'stored').catch((error: unknown) => asApiError(error).code)),
    );
    expect(codes).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    other.exec('ROLLBACK');
    other.close();
    await database.transaction((manager) => add(manager, 4));
    expect(stored()).toEqual([4]);
  });

  it('leaves the event loop to others between transactions that wait for each other', async () => {
    let running = true;
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    const ids = Array.from({ length: 200 }, (_, id) => id);
    await Promise.all(ids.map((id) => database.transaction((manager) => add(manager, id))));
    running = false;
    expect(stored()).toEqual(ids);
    expect(turns).toBeGreaterThan(ids.length / 32);
  });
});
