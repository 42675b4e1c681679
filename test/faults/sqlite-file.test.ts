import BetterSqlite3 from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reportDifferences, together, Writer, type Tally } from '../support/acknowledged-writes';
import { newAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { sendBlob, storedFiles } from '../support/content';
import { findProgram } from '../support/installed-programs';
import { startServer, type RunningServer } from '../support/server-process';
import { loadDuring } from '../support/server-load';
import { openSmallDisk } from '../support/small-disk';
import { waitFor } from '../support/wait-until';

const fileOf = (server: RunningServer) => join(server.folder, 'glycograph.db');

/** Four people who have all written something. */
async function newWriters(server: RunningServer): Promise<[Writer, ...Writer[]]> {
  const open = () => Writer.open(server);
  const writers: [Writer, ...Writer[]] = [await open(), await open(), await open(), await open()];
  expect((await writeAll(writers, 4)).statuses).toEqual({ 200: 16 });
  return writers;
}

const writeAll = async (writers: readonly Writer[], times: number): Promise<Tally> =>
  together(await Promise.all(writers.map((writer) => writer.write(times))));

const findings = async (writers: readonly Writer[]): Promise<string[]> =>
  (await Promise.all(writers.map((writer) => writer.findings()))).flat();

const profileMutation = (server: RunningServer, { person }: Writer) =>
  api(server).graph(
    'mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) { __typename } }',
    {
      token: person.token,
      variables: { input: { userId: person.userId, collection: 'profile', patch: { graph: 1 } } },
    },
  );

/** Reads, which do not need what fails. */
async function expectReading(server: RunningServer, { person }: Writer) {
  const { userId, token } = person;
  const { get, graph } = api(server);
  const answers = [
    await get('/auth/user', { token }),
    await get(`/metadata/${userId}/profile`, { token }),
    await get(`/data/${userId}?type=cbg`, { token }),
    await graph('{ me { id } }', { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[3]?.body.data.me.id).toBe(userId);
}

const refusal = ({ status, headers }: Answer) => [status, headers.get('retry-after')];

async function expectNotReady(server: RunningServer, reason: RegExp) {
  const check = await waitFor('/readyz to say that writing fails', async () => {
    const { status, body } = await api(server).get('/readyz');
    return status === 503 && body.checks.writing.state === 'failing' ? body.checks.writing : undefined;
  });
  expect(check.reason).toMatch(reason);
}

/**
 * Waits until everything works again without intervention, continues, and compares: at once, and after the process was
 * killed.
 */
async function expectRecovery(fault: string, server: RunningServer, writers: readonly Writer[]) {
  await waitFor('the process to be ready', async () =>
    (await api(server).get('/readyz')).status === 200 ? true : undefined,
  );
  const after = await writeAll(writers, 10);
  expect(after.statuses).toEqual({ 200: after.tried });
  expect(await findings(writers)).toEqual([]);
  await server.kill();
  await server.start();
  expect(await reportDifferences(fault, 'SQLite', 1, writers)).toEqual([]);
}

/** Room for the tables, for the write-ahead log of a few hundred writes, and for both at a start. */
const mebibytes = 96;
const disk = openSmallDisk(mebibytes);
afterAll(() => disk?.close());

(disk ? describe : describe.skip)('a full disk', () => {
  it('is reported, does not block readers, and loses nothing acknowledged', async () => {
    const server = await startServer({ DATABASE_URL: `sqlite:${join(disk?.folder ?? '', 'glycograph.db')}` });
    const writers = await newWriters(server);
    const [writer] = writers;
    disk?.fill();
    const { statuses, refusals, tried } = await writeAll(writers, 40);
    expect(Object.keys(statuses).filter((status) => !['200', '507'].includes(status))).toEqual([]);
    expect(tried - (statuses[200] ?? 0)).toBeGreaterThan(100);
    for (const answer of refusals) expect(refusal(answer)).toEqual([507, '30']);
    const { body } = await profileMutation(server, writer);
    expect(body.errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_STORAGE', retryAfter: 30 });
    await expectReading(server, writer);
    await expectNotReady(server, /no space left/);
    disk?.makeRoom();
    await expectRecovery('its disk is full', server, writers);
    await server.close();
  });
});

(disk ? describe : describe.skip)('a full disk of blobs', () => {
  it('is reported, and nothing refused is stored', async () => {
    const folder = join(disk?.folder ?? '', 'blobs');
    const server = await startServer({ BLOB_URL: `file:${folder}` });
    const { userId, token } = await newAccount(server);
    const send = () => sendBlob(server, userId, { token, raw: Buffer.alloc(100_000, 'x') });
    expect((await send()).status).toBe(201);
    disk?.fill();
    expect(refusal(await send())).toEqual([507, '30']);
    disk?.makeRoom();
    expect((await send()).status).toBe(201);
    expect(storedFiles(folder)).toHaveLength(2);
    await server.close();
  });
});

(findProgram('prlimit') ? describe : describe.skip)('a disk that takes nothing', () => {
  /** Limits the size of the process's files, so that SQLite gets an I/O error. */
  const limitFiles = (server: RunningServer, bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}:`]);

  it('is reported, does not block readers, and loses nothing acknowledged', async () => {
    const server = await startServer();
    const writers = await newWriters(server);
    const [writer] = writers;
    limitFiles(server, String(statSync(`${fileOf(server)}-wal`).size));
    const { statuses, refusals } = await writeAll(writers, 40);
    expect(statuses).toEqual({ 503: 160 });
    for (const answer of refusals) expect(refusal(answer)).toEqual([503, '5']);
    await expectReading(server, writer);
    await expectNotReady(server, /takes no work/);
    limitFiles(server, 'unlimited');
    await expectRecovery('its disk fails', server, writers);
  });
});

describe('a file that another process locks', () => {
  it('is reported within bounded time, and blocks nothing else', async () => {
    const server = await startServer({ DATABASE_TIMEOUT: '3' });
    const writers = await newWriters(server);
    const [writer] = writers;
    const other = new BetterSqlite3(fileOf(server));
    other.exec('BEGIN EXCLUSIVE');
    const { result, longestSilence } = await loadDuring(server, async () => {
      const writing = writeAll(writers, 1);
      await expectReading(server, writer);
      await expectNotReady(server, /no answer|takes no work/);
      return await writing;
    });
    expect(result.statuses).toEqual({ 503: 4 });
    for (const answer of result.refusals) expect(refusal(answer)).toEqual([503, '5']);
    // SQLite itself would block the whole process while it waits.
    expect(longestSilence).toBeLessThan(5_000);
    other.exec('ROLLBACK');
    other.close();
    await expectRecovery('another process keeps its file', server, writers);
  });
});

describe('a file that is moved away', () => {
  it('accepts no writes until it is back', async () => {
    const server = await startServer();
    const writers = await newWriters(server);
    renameSync(fileOf(server), `${fileOf(server)}-elsewhere`);
    const { statuses } = await writeAll(writers, 5);
    expect(statuses).toEqual({ 503: 20 });
    await expectNotReady(server, /takes no work/);
    renameSync(`${fileOf(server)}-elsewhere`, fileOf(server));
    await expectRecovery('its file is moved away and back', server, writers);
  });
});

describe('two processes that write to one file', () => {
  it('wait for each other, and lose nothing', async () => {
    const first = await startServer();
    const second = await startServer({ DATABASE_URL: `sqlite:${fileOf(first)}` });
    const writers = [...(await newWriters(first)), ...(await newWriters(second))];
    const { statuses, tried } = await writeAll(writers, 25);
    expect(statuses).toEqual({ 200: tried });
    expect(await findings(writers)).toEqual([]);
  });
});
