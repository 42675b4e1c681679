import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Writer } from '../support/acknowledged-writes';
import { runCommand } from '../support/commands';
import { newFastFolder } from '../support/fast-folder';
import { startServer } from '../support/server-process';

let folder: string;

beforeEach(() => {
  folder = newFastFolder('glycograph-restores-');
});

afterEach(() => rmSync(folder, { recursive: true }));

const settings = (path = join(folder, 'glycograph.db')) => ({
  DATABASE_URL: `sqlite:${path}`,
  BLOB_URL: `file:${join(folder, 'blobs')}`,
});

/** A backup of an empty database, in a folder of its own. */
async function newBackup(): Promise<string> {
  const backup = join(folder, 'backup');
  const source = settings(join(folder, 'source.db'));
  expect(await runCommand('../migrate', [], source)).toMatchObject({ code: 0 });
  expect(await runCommand('backup', [backup], source)).toMatchObject({ code: 0 });
  return backup;
}

const readMode = (path: string): number => statSync(path).mode & 0o777;

describe('A restore of SQLite', () => {
  it('refuses what a killed process has left beside its file, which would destroy both databases', async () => {
    const backup = await newBackup();
    const path = join(folder, 'glycograph.db');
    const server = await startServer(settings());
    expect((await (await Writer.open(server)).write(10)).statuses).toEqual({ 200: 10 });
    await server.kill();
    renameSync(path, `${path}.old`);
    const refused = await runCommand('restore', [backup], settings());
    expect([refused.code, refused.output]).toEqual([
      1,
      `${path}-wal and ${path}-shm are there already. Move them away first.\n`,
    ]);
    expect(existsSync(path)).toBe(false);
    for (const end of ['-wal', '-shm']) renameSync(`${path}${end}`, `${path}.old${end}`);
    expect(await runCommand('restore', [backup], settings())).toMatchObject({ code: 0 });
    expect(await runCommand('check', [], settings())).toMatchObject({ code: 0 });
    const old = await runCommand('check', [], settings(`${path}.old`));
    expect(old).toMatchObject({ code: 0, output: 'Everything fits together.\n' });
  });

  it.each([
    [['', '-wal', '-shm'], ', , and  are there already. Move them away first.'],
    [['-journal'], ' is there already. Move it away first.'],
  ])('names each file that is in its way: %j', async (ends, line) => {
    const backup = await newBackup();
    const path = join(folder, 'glycograph.db');
    for (const end of ends) writeFileSync(`${path}${end}`, '');
    const { code, output } = await runCommand('restore', [backup], settings());
    expect([code, output.replace(/\S+\.db(-\w+)?/g, '')]).toEqual([1, `${line}\n`]);
    for (const end of ends) expect(output).toContain(`${path}${end}`);
  });

  it('begins anew after one that was killed', async () => {
    const backup = await newBackup();
    const unfinished = join(folder, 'glycograph.db.restoring');
    const other = new BetterSqlite3(unfinished);
    other.exec('PRAGMA journal_mode = WAL; CREATE TABLE leftover (id); INSERT INTO leftover VALUES (1)');
    for (const end of ['', '-wal']) renameSync(`${unfinished}${end}`, `${unfinished}.kept${end}`);
    other.close();
    for (const end of ['', '-wal']) renameSync(`${unfinished}.kept${end}`, `${unfinished}${end}`);
    expect(await runCommand('restore', [backup], settings())).toMatchObject({ code: 0 });
    expect(await runCommand('check', [], settings())).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('gives the file to its owner only, whatever the mode of the backup', async () => {
    const backup = await newBackup();
    chmodSync(join(backup, 'database.db'), 0o644);
    const path = join(folder, 'new', 'glycograph.db');
    expect(await runCommand('restore', [backup], settings(path))).toMatchObject({ code: 0 });
    expect(readMode(path)).toBe(0o600);
  });
});

describe('A command that only looks', () => {
  it.each([
    ['check', []],
    ['backup', ['backup']],
    ['glycograph', ['migrate', 'status']],
    ['glycograph', ['accounts', 'find']],
  ])('says that there is no database, and creates none: %s %j', async (name, args) => {
    const path = join(folder, 'absent', 'glycograph.db');
    const { code, output } = await runCommand(name, args, settings(path));
    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL=sqlite:\S+absent\/glycograph\.db: There is no such file\. .+\n$/);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, 'absent'));
    expect((await runCommand(name, args, settings(path))).output).toBe(output);
    expect(readdirSync(join(folder, 'absent'))).toEqual([]);
  });
});
