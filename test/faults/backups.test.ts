import { appendFileSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { newServerToken } from '../support/accounts';
import { api, type Json } from '../support/api';
import { killChild } from '../support/child';
import { runCommand, startCommand } from '../support/commands';
import { md5, sendBlob } from '../support/content';
import { newFastFolder } from '../support/fast-folder';
import { hasMysql } from '../support/mariadb';
import { onMysql, ownDatabases } from '../support/own-databases';
import { startObjectStore, type ObjectStore } from '../support/object-store';
import { newPerson, type Person } from '../support/person';
import { cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** A person, and everything of theirs that the service has acknowledged. */
interface Owner {
  person: Person;
  dataSetId: string;
  records: string[];
  blobs: Map<string, string>;
}

const contentOf = (text: string) => Buffer.from(`content ${text} `.repeat(500));

async function newOwner(server: RunningServer): Promise<Owner> {
  const person = await newPerson(server);
  return { person, dataSetId: await person.openedContinuous(), records: [], blobs: new Map() };
}

/** Stores a reading and a blob; refused ones are not recorded. */
async function store(server: RunningServer, owner: Owner, mark: number): Promise<void> {
  const { person, dataSetId, records, blobs } = owner;
  const time = new Date(Date.UTC(2024, 0, 1) + mark * 300_000).toISOString();
  const { status } = await person.upload(dataSetId, [cbg({ time })]);
  if (status === 200) records.push(time);
  const raw = contentOf(`${person.userId} ${mark}`);
  const sent = await sendBlob(server, person.userId, {
    token: person.token,
    raw,
    headers: { Digest: `MD5=${md5(raw)}` },
  });
  if (sent.status === 201) blobs.set(sent.body.id, md5(raw));
}

/** Continuous activity: some people store data, some delete it, some close their accounts. */
async function live(server: RunningServer, steady: Owner, isOver: () => boolean): Promise<void> {
  for (let mark = 1_000; !isOver(); mark += 1) {
    const guest = await newOwner(server);
    await Promise.all([store(server, steady, mark), store(server, guest, mark)]);
    const { userId, token } = guest.person;
    for (const id of guest.blobs.keys()) await api(server).delete(`/v1/blobs/${id}`, { token });
    const asServer = { token: await newServerToken(server) };
    await api(server).delete(`/v1/users/${userId}/data`, asServer);
  }
}

/** Checks that all acknowledged data exists. */
async function expectAllOf({ person, records, blobs }: Owner, server: RunningServer): Promise<void> {
  const session = { token: await newServerToken(server) };
  const found = (await api(server).get(`/data/${person.userId}?type=cbg`, session)).body as Json[];
  const times = new Set(found.map(({ time }) => new Date(time as string).toISOString()));
  expect(records.filter((time) => !times.has(time))).toEqual([]);
  for (const [id, digest] of blobs) {
    const { status, text } = await api(server).get(`/v1/blobs/${id}/content`, session);
    expect([status, md5(text)]).toEqual([200, digest]);
  }
}

const settingsOf = (server: RunningServer, databaseUrl?: string) => ({
  DATABASE_URL: databaseUrl ?? `sqlite:${join(server.folder, 'glycograph.db')}`,
  BLOB_URL: `file:${server.blobFolder}`,
});

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

function emptyFolder(): string {
  const folder = newFastFolder('glycograph-backup-');
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(ownDatabases)('A backup of %s', (_dialect, onDatabase) => {
  it('during writes and deletions contains everything acknowledged before, and is consistent', () =>
    onDatabase(async (url) =>
      onDatabase(async (otherUrl) => {
        const server = await startServer({ ...(url && { DATABASE_URL: url }) });
        const owner = await newOwner(server);
        for (let mark = 0; mark < 20; mark += 1) await store(server, owner, mark);
        const before = { records: [...owner.records], blobs: new Map(owner.blobs) };
        expect([before.records.length, before.blobs.size]).toEqual([20, 20]);
        let isOver = false;
        const living = live(server, owner, () => isOver);
        const folder = emptyFolder();
        const made = await runCommand('backup', [folder], settingsOf(server, url));
        isOver = true;
        await living;
        expect(made).toMatchObject({ code: 0, output: expect.stringContaining(folder) as string });

        const place = emptyFolder();
        const settings = {
          DATABASE_URL: otherUrl ?? `sqlite:${join(place, 'restored.db')}`,
          BLOB_URL: `file:${join(place, 'blobs')}`,
        };
        expect(await runCommand('restore', [folder], settings)).toMatchObject({ code: 0 });
        expect(await runCommand('check', [], settings)).toMatchObject({
          code: 0,
          output: 'Everything fits together.\n',
        });
        const again = await runCommand('restore', [folder], settings);
        expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/empty|already/) as string });

        const restored = await startServer(settings);
        await expectAllOf({ ...owner, ...before }, restored);
        await restored.close();
        await server.close();
      }),
    ));
});

describe.each(ownDatabases)('A backup of %s with content in an object store', (_dialect, onDatabase) => {
  let stores: [ObjectStore, ObjectStore];

  beforeEach(async () => {
    stores = [await startObjectStore(), await startObjectStore()];
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  const contentIn = ({ url, credentials }: ObjectStore) => ({ BLOB_URL: url, ...credentials });

  it('contains the content, restores it to another store, and the check reports lost content', () =>
    onDatabase(async (url) =>
      onDatabase(async (otherUrl) => {
        const [here, there] = stores;
        const server = await startServer({ ...(url && { DATABASE_URL: url }), ...contentIn(here) });
        const owner = await newOwner(server);
        for (let mark = 0; mark < 5; mark += 1) await store(server, owner, mark);
        const before = { ...owner, records: [...owner.records], blobs: new Map(owner.blobs) };
        expect([before.records.length, before.blobs.size]).toEqual([5, 5]);
        let isOver = false;
        const living = live(server, owner, () => isOver);
        const folder = emptyFolder();
        const databaseUrl = settingsOf(server, url).DATABASE_URL;
        const made = await runCommand('backup', [folder], { DATABASE_URL: databaseUrl, ...contentIn(here) });
        isOver = true;
        await living;
        expect(made).toMatchObject({ code: 0 });

        const settings = {
          DATABASE_URL: otherUrl ?? `sqlite:${join(emptyFolder(), 'restored.db')}`,
          ...contentIn(there),
        };
        expect(await runCommand('restore', [folder], settings)).toMatchObject({ code: 0 });
        expect(await runCommand('check', [], settings)).toMatchObject({
          code: 0,
          output: 'Everything fits together.\n',
        });
        const restored = await startServer(settings);
        await expectAllOf(before, restored);
        await restored.stop();

        // All of them: a backup may hold content whose row was deleted while it was made.
        for (const key of await there.keys()) await there.remove(key);
        const { code, stdout } = await runCommand('check', ['--json'], settings);
        expect(code).toBe(2);
        expect(JSON.parse(stdout)).toMatchObject({
          findings: [{ problem: 'Rows name content that the store does not have.' }],
        });
        expect(await runCommand('restore', [folder], settings)).toMatchObject({ code: 1 });
        await restored.close();
        await server.close();
      }),
    ));
});

(hasMysql ? describe : describe.skip)('A restore on MySQL that was killed', () => {
  it('leaves a database on which no process starts', () =>
    onMysql(async (url) =>
      onMysql(async (otherUrl = '') => {
        const server = await startServer({ DATABASE_URL: url });
        const folder = emptyFolder();
        expect((await runCommand('backup', [folder], settingsOf(server, url))).code).toBe(0);
        const settings = { DATABASE_URL: otherUrl, BLOB_URL: `file:${join(emptyFolder(), 'blobs')}` };
        const watcher = await createConnection(otherUrl);
        const tables = async () => (await watcher.query<RowDataPacket[]>('SHOW TABLES'))[0].length;
        const restore = startCommand('restore', [folder], settings);
        await waitFor('the first tables', async () => ((await tables()) > 5 ? true : undefined));
        await watcher.query('FLUSH TABLES WITH READ LOCK');
        await killChild(restore);
        await watcher.end();
        await expect(startServer(settings)).rejects.toThrow(/A backup .* was not restored to its end/);
        const checked = await runCommand('check', [], settings);
        expect([checked.code, checked.output]).toEqual([
          1,
          expect.stringContaining('restore the backup again'),
        ]);
        const again = await runCommand('restore', [folder], settings);
        expect([again.code, again.output]).toEqual([1, expect.stringContaining('empty')]);
        await server.close();
      }),
    ));
});

describe('A backup', () => {
  it('is only written into an empty folder, and only restored unchanged', async () => {
    const server = await startServer();
    await store(server, await newOwner(server), 0);
    const folder = emptyFolder();
    const settings = settingsOf(server);
    expect((await runCommand('backup', [folder], settings)).code).toBe(0);
    expect(await runCommand('backup', [folder], settings)).toMatchObject({
      code: 1,
      output: `${folder} is not empty.\n`,
    });
    const place = emptyFolder();
    const elsewhere = { DATABASE_URL: `sqlite:${join(place, 'db')}`, BLOB_URL: `file:${join(place, 'b')}` };
    appendFileSync(join(folder, 'database.db'), 'x');
    const changed = await runCommand('restore', [folder], elsewhere);
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining('checksum') as string });
    rmSync(join(folder, 'backup.json'));
    const partial = await runCommand('restore', [folder], elsewhere);
    expect(partial).toMatchObject({
      code: 1,
      output: expect.stringContaining('no complete backup') as string,
    });
    expect(readdirSync(place)).toEqual([]);
    await server.close();
  });
});

describe('A check', () => {
  it('reports lost content', async () => {
    const server = await startServer();
    const owner = await newOwner(server);
    await store(server, owner, 0);
    const settings = settingsOf(server);
    expect((await runCommand('check', [], settings)).code).toBe(0);
    rmSync(server.blobFolder, { recursive: true });
    const { code, stdout } = await runCommand('check', ['--json'], settings);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      findings: [
        {
          problem: 'Rows name content that the store does not have.',
          examples: [expect.stringMatching(/^blobs /)],
        },
      ],
    });
    await server.close();
  });

  it('reports content that no row names once it is three hours old', async () => {
    const server = await startServer();
    await store(server, await newOwner(server), 0);
    const settings = settingsOf(server);
    const key = 'orphaned';
    const folder = join(server.blobFolder, 'content', key.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, key), 'nobody names it');
    const check = () => runCommand('check', ['--json'], settings);
    expect(await check()).toMatchObject({ code: 0 });
    const before = Date.now() / 1000 - 3 * 3600 - 1;
    utimesSync(join(folder, key), before, before);
    const { code, stdout } = await check();
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      findings: [{ problem: 'The store has content that no row names.', examples: [key] }],
    });
    await server.close();
  });

  it('reports rows that name others that are not there', async () => {
    const server = await startServer();
    const owner = await newOwner(server);
    await store(server, owner, 0);
    await server.stop();
    const database = new BetterSqlite3(join(server.folder, 'glycograph.db'));
    database.prepare('DELETE FROM data_sets WHERE upload_id = ?').run(owner.dataSetId);
    database.close();
    const { code, stdout } = await runCommand('check', ['--json'], settingsOf(server));
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      findings: [
        {
          problem: 'Rows of records name no row of data_sets in user_id, upload_id.',
          examples: [`${owner.person.userId} ${owner.dataSetId}`],
        },
      ],
    });
    await server.close();
  });
});
