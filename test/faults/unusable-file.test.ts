import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportDifferences, Writer } from '../support/acknowledged-writes';
import { api } from '../support/api';
import { newServer, startServer, type RunningServer } from '../support/server-process';
import { folderForUnwritable, makeUnwritable, makeWritable } from '../support/unwritable';
import { waitFor } from '../support/wait-until';

const fileOf = (server: RunningServer) => join(server.folder, 'glycograph.db');

/** Starts the program on a file and waits for its exit. */
function start(path: string) {
  const { PATH, HOME } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/src/main.js')], {
    env: { PATH, HOME, PORT: '0', DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'error' },
    encoding: 'utf8',
    // Ends a program that accepts the file.
    timeout: 60_000,
  });
  return { status, stderr };
}

const waitForCheck = (server: RunningServer, name: string, reason: RegExp) =>
  waitFor(`/readyz to say why ${name} fails`, async () => {
    const { status, body } = await api(server).get('/readyz');
    return status === 503 && reason.test(body.checks[name]?.reason) ? true : undefined;
  });

/** An account whose records are in the file itself, and not in memory or the log. */
async function writerBefore(server: RunningServer): Promise<Writer> {
  const writer = await Writer.open(server);
  expect((await writer.write(60)).statuses).toEqual({ 200: 60 });
  await server.stop();
  return writer;
}

describe('a damaged file', () => {
  it.each<[string, (path: string) => void]>([
    ['cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['something else', (path) => writeFileSync(path, 'This is no database. '.repeat(1_000))],
  ])('that is %s prevents the start, with one line that says what to do', async (_what, damage) => {
    const server = await startServer();
    await writerBefore(server);
    damage(fileOf(server));
    const { size } = statSync(fileOf(server));
    const { status, stderr } = start(fileOf(server));
    expect(status).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/glycograph\.db is damaged.*npm run restore.*docs\/backups\.md/),
    ]);
    // The rest stays in place for inspection.
    expect(statSync(fileOf(server)).size).toBe(size);
  });

  it('that is in use is reported, and by /readyz from then on', async () => {
    const server = await startServer();
    const { person } = await writerBefore(server);
    await server.start();
    // Only the first page is left, and what this process has cached.
    truncateSync(fileOf(server), 8_192);
    const { token, userId } = person;
    const answer = await api(server).put(`/metadata/${userId}/profile`, { token, body: { a: 1 } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const { body } = await api(server).graph('{ me { id profile { fullName } } }', { token });
    expect(body.errors[0].extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfter: 5 });
    await waitForCheck(server, 'database', /damaged/);
    expect((await api(server).get('/healthz')).status).toBe(200);
  });
});

const folder = folderForUnwritable();
afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

(folder ? describe : describe.skip)('a file that nobody may write', () => {
  const path = join(folder ?? '', 'glycograph.db');
  // The third file is mapped into memory; the operating system kills a process that can no longer write to it.
  const files = () => [path, `${path}-wal`].filter((each) => existsSync(each));

  it('accepts nothing, does not block readers, and is used again as soon as it is writable', async () => {
    const server = await startServer({ DATABASE_URL: `sqlite:${path}` });
    const writer = await Writer.open(server);
    expect((await writer.write(4)).statuses).toEqual({ 200: 4 });
    const { token, userId } = writer.person;
    const locked = files();
    makeUnwritable(locked);
    try {
      const { statuses, refusals } = await writer.write(10);
      expect(statuses).toEqual({ 503: 10 });
      expect(new Set(refusals.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
      expect((await api(server).get(`/metadata/${userId}/profile`, { token })).status).toBe(200);
      expect((await api(server).get(`/data/${userId}?type=cbg`, { token })).status).toBe(200);
      await waitForCheck(server, 'writing', /takes no work/);
    } finally {
      makeWritable(locked);
    }
    await waitFor('the process to be ready', async () =>
      (await api(server).get('/readyz')).status === 200 ? true : undefined,
    );
    const after = await writer.write(10);
    expect(after.statuses).toEqual({ 200: 10 });
    expect(await writer.findings()).toEqual([]);
    await server.kill();
    await server.start();
    expect(await reportDifferences('its file cannot be written', 'SQLite', 1, [writer])).toEqual([]);
    await server.stop();
  });

  it('is read by a process that starts on it, which reports that it cannot write', async () => {
    const locked = files();
    makeUnwritable(locked);
    try {
      const server = await newServer({ DATABASE_URL: `sqlite:${path}`, READY_REQUIRES: 'database' });
      await server.start();
      expect((await api(server).get('/info')).status).toBe(200);
      const { body } = await api(server).get('/readyz');
      expect(body.checks.writing).toMatchObject({
        state: 'failing',
        reason: 'does not answer, or takes no work',
      });
      await server.stop();
    } finally {
      makeWritable(locked);
    }
  });
});
