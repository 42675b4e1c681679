import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerGone } from '../../../../src/platform/errors';
import { ReadingThreads } from '../../../../src/platform/database/threads/reading-threads';

const count = 1_000;

let folder: string;
let writer: BetterSqlite3.Database;
let threads: ReadingThreads;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-threads-'));
  const path = join(folder, 'a.db');
  writer = new BetterSqlite3(path);
  writer.pragma('journal_mode = WAL');
  writer.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = writer.prepare('INSERT INTO things VALUES (?, ?)');
  for (let id = 0; id < count; id += 1) insert.run(id, 'x'.repeat(1_000));
  threads = new ReadingThreads(path);
});

afterEach(async () => {
  await threads.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const ids = 'SELECT id FROM things ORDER BY id';

describe('a snapshot read in a thread', () => {
  it('has all rows of a long result in order, and shows one moment', async () => {
    const [before, after] = await threads.run(async (query) => {
      const first = await query<[number]>(ids, []);
      writer.exec('DELETE FROM things WHERE id > 10');
      return [first, await query<[number]>(`${ids} LIMIT ?`, [count])];
    }, {});
    expect(before).toEqual(Array.from({ length: count }, (_, id) => [id]));
    expect(after).toEqual(before);
    expect(await threads.rows('SELECT id, length(text) AS size FROM things WHERE id = ?', [3])).toEqual([
      { id: 3, size: 1_000 },
    ]);
  });

  it('has texts as bytes where they are only passed on', async () => {
    const texts = ['', 'plain', 'größer', '血糖 💉', 'a\u2028b', 'long '.repeat(100_000), 'last'];
    const insert = writer.prepare('UPDATE things SET text = ? WHERE id = ?');
    for (const [id, text] of texts.entries()) insert.run(text, id);
    const rows = await threads.run(
      (query) => query<[number, Buffer]>('SELECT id, text FROM things ORDER BY id', [], 'text'),
      {},
    );
    expect(rows.slice(0, texts.length).map(([id, bytes]) => [id, bytes.toString()])).toEqual([
      ...texts.entries(),
    ]);
    expect(rows).toHaveLength(count);
    expect(new Set(rows.slice(texts.length).map(([, bytes]) => bytes.toString()))).toEqual(
      new Set(['x'.repeat(1_000)]),
    );
  });

  it('joins texts, in their order, and not too many bytes at once', async () => {
    const texts = ['', 'größer', '血糖 💉', 'a\u2028b', 'x'.repeat(1_500_000), 'y'.repeat(600_000), 'z'];
    const insert = writer.prepare('UPDATE things SET text = ? WHERE id = ?');
    for (const [id, text] of texts.entries()) insert.run(text, id);
    const found = await threads.run(async ({ joined }) => {
      const pieces: [text: string, count: number, found: number, last: unknown[]][] = [];
      for (let after = -1; ;) {
        const sql = `SELECT id, text FROM things WHERE id > ? AND id < ${texts.length} ORDER BY id LIMIT 6`;
        const some = await joined?.({ sql, parameters: [after], place: 'id, id % 2', text: 'text' });
        if (!some) throw new Error('Nothing is joined.');
        pieces.push([Buffer.from(some.bytes).toString(), some.count, some.found, some.last]);
        if (some.count === 0) return pieces;
        after = Number(some.last[0]);
      }
    }, {});
    expect(found).toEqual([
      [texts.slice(0, 4).join(','), 4, 6, [3, 1]],
      [texts[4], 1, 3, [4, 0]],
      [texts.slice(5).join(','), 2, 2, [6, 0]],
      ['', 0, 0, []],
    ]);
  });

  it('joins a text that is alone, however long', async () => {
    const text = 'x'.repeat(3_000_000);
    writer.prepare('UPDATE things SET text = ? WHERE id = ?').run(text, count - 1);
    const sql = `SELECT id, text FROM things WHERE id = ${count - 1}`;
    const some = await threads.run(
      async ({ joined }) => joined?.({ sql, parameters: [], place: 'id', text: 'text' }),
      {},
    );
    expect(some).toMatchObject({ count: 1, found: 1, last: [count - 1] });
    expect(some?.bytes).toHaveLength(text.length);
  });

  it('joins nothing for those who have gone', async () => {
    const read = threads.run(
      async ({ joined }) => joined?.({ sql: ids, parameters: [], place: 'id', text: 'id' }),
      { signal: AbortSignal.abort(callerGone()) },
    );
    await expect(read).rejects.toEqual(callerGone());
  });

  it('shows what was written since the last one, and holds nothing when it has ended', async () => {
    const left = threads.run(async (query) => {
      await query<[number]>(ids, []);
      throw new Error('left');
    }, {});
    await expect(left).rejects.toThrow('left');
    writer.exec('DELETE FROM things WHERE id > 10');
    expect(await threads.rows('SELECT COUNT(*) AS count FROM things', [])).toEqual([{ count: 11 }]);
    writer.exec('ALTER TABLE things ADD COLUMN size INTEGER');
    writer.exec('UPDATE things SET size = id');
    expect(await threads.rows('SELECT SUM(size) AS sum FROM things', [])).toEqual([{ sum: 55 }]);
    expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  });

  it('is open beside others, which see their own moment', async () => {
    const counted = 'SELECT COUNT(*) FROM things';
    const among = async (left: number): Promise<number[]> =>
      threads.run(async (query) => {
        const [[before] = [0]] = await query<[number]>(counted, []);
        if (left === 0) return [before];
        writer.exec(`DELETE FROM things WHERE id = ${left}`);
        const inner = await among(left - 1);
        const [[after] = [0]] = await query<[number]>(counted, []);
        return [before - after, ...inner];
      }, {});
    expect(await among(5)).toEqual([0, 0, 0, 0, 0, count - 5]);
    expect(await among(5)).toEqual([0, 0, 0, 0, 0, count - 5]);
  });

  it('has bytes in the form that other reads have them', async () => {
    writer.exec("CREATE TABLE packed (bytes BLOB); INSERT INTO packed VALUES (x'00ff80')");
    const [[bytes] = []] = await threads.run((query) => query<[Buffer]>('SELECT bytes FROM packed', []), {});
    expect(bytes?.readUInt16BE(1)).toBe(0xff80);
  });

  it('fails with the error of SQLite', async () => {
    const reading = threads.run((query) => query('SELECT missing', []), {});
    await expect(reading).rejects.toThrow('no such column: missing');
    await expect(reading).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
  });

  it('ends when the signal is aborted, or too many characters were read', async () => {
    const leaving = new AbortController();
    const reading = threads.run(
      async (query) => {
        leaving.abort(callerGone());
        return query(ids, []);
      },
      { signal: leaving.signal },
    );
    await expect(reading).rejects.toMatchObject({ code: 'CALLER_GONE' });
    let held = 0;
    const hold = (characters: number) => {
      held += characters;
      if (held > 300_000) throw new Error('Too much.');
    };
    await expect(threads.run((query) => query('SELECT text FROM things', []), { hold })).rejects.toThrow(
      'Too much.',
    );
    expect(held).toBe(301_000);
  });

  it('fails with UNAVAILABLE when its thread ends, and the next one works', async () => {
    const reading = threads.run(async (query) => {
      await threads.close();
      return query(ids, []);
    }, {});
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(await threads.run((query) => query(`${ids} LIMIT 1`, []), {})).toEqual([[0]]);
  });
});
