import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import { sqliteSource } from '../../../../src/platform/database/data-source';
import { DamageWatch } from '../../../../src/platform/database/sqlite-damage';
import { SqliteWriter } from '../../../../src/platform/database/sqlite-writer';

let folder: string;
let path: string;
let source: DataSource;
let writer: SqliteWriter;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-groups-'));
  path = join(folder, 'a.db');
  source = await sqliteSource({ entities: [], migrations: [] }, path, 'write').initialize();
  await source.query('CREATE TABLE things (id INTEGER PRIMARY KEY)');
  await source.query(
    'CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)',
  );
  writer = new SqliteWriter(source, path, new DamageWatch(), 1_000, Infinity);
});

afterEach(async () => {
  await writer.end();
  await source.destroy();
  rmSync(folder, { recursive: true });
});

type Work = (manager: EntityManager) => Promise<unknown>;

const adding =
  (id: number): Work =>
  (manager) =>
    manager.query('INSERT INTO things VALUES (?)', [id]);

const stored = (): unknown[] => {
  const other = new BetterSqlite3(path, { readonly: true });
  const ids = other.prepare('SELECT id FROM things ORDER BY id').pluck().all();
  other.close();
  return ids;
};

/** Runs works that are committed together. What is stored when each of them is answered comes after its outcome. */
const together = (works: readonly Work[]): Promise<string[]> =>
  Promise.all(
    works.map((work) =>
      writer.transaction(performance.now(), work).then(
        () => `stored ${stored().join(' ')}`,
        (error: unknown) => `${(error as Error).message} ${stored().join(' ')}`,
      ),
    ),
  );

const failing: Work = async (manager) => {
  await adding(9)(manager);
  throw new Error('No.');
};

describe('transactions that are committed together', () => {
  it('are answered once they are stored, and each stores all or nothing', async () => {
    const all = 'stored 1 2 3';
    expect(await together([adding(1), failing, adding(2), adding(3)])).toEqual([all, 'No. 1 2 3', all, all]);
  });

  it('leave a first one that fails behind', async () => {
    expect(await together([failing, adding(1), adding(2)])).toEqual(['No. ', 'stored 1 2', 'stored 1 2']);
  });

  it('are refused together when SQLite cannot commit, even those that have failed by themselves', async () => {
    const breaking: Work = (manager) => manager.query('INSERT INTO parts VALUES (7)');
    const refused = 'FOREIGN KEY constraint failed ';
    expect(await together([adding(1), failing, breaking])).toEqual([refused, refused, refused]);
    expect(await together([adding(2)])).toEqual(['stored 2']);
  });

  it('are refused together when one of them ends the transaction', async () => {
    const ending: Work = (manager) => manager.query('ROLLBACK');
    const lost = 'The transaction has ended before its time. ';
    expect((await together([adding(1), ending, adding(2)])).slice(0, 2)).toEqual([lost, lost]);
    expect(stored()).toEqual([2]);
  });

  it('are refused when their thread ends, and later ones are stored', async () => {
    const killing: Work = async (manager) => {
      await writer.end();
      return adding(2)(manager);
    };
    const outcomes = await together([adding(1), killing, adding(3)]);
    expect(outcomes.map((outcome) => outcome.startsWith('stored'))).toEqual([false, false, true]);
    expect(stored()).toEqual([3]);
  });
});
