import { join } from 'node:path';
import { reportDifferences, Writer } from '../support/acknowledged-writes';
import { api } from '../support/api';
import { startServer, type RunningServer } from '../support/server-process';
import { openFailingDisk } from '../support/small-disk';
import { waitFor } from '../support/wait-until';

const disk = openFailingDisk(64);
afterAll(() => disk?.close());

const settings = (name: string) => ({
  DATABASE_URL: `sqlite:${join(disk?.folder ?? '', name)}`,
  // A supervisor would restart a process that is not ready.
  READY_REQUIRES: 'database',
});

const waitForWriting = (server: RunningServer, state: 'ok' | 'failing') =>
  waitFor(`/readyz to say that writing is ${state}`, async () => {
    const { body } = await api(server).get('/readyz');
    return body.checks.writing.state === state ? true : undefined;
  });

async function expectRefused(writer: Writer): Promise<void> {
  const { statuses, refusals } = await writer.write(10);
  expect(statuses).toEqual({ 503: 10 });
  expect(new Set(refusals.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
}

async function expectReadable(server: RunningServer, { person }: Writer): Promise<void> {
  const { token, userId } = person;
  expect((await api(server).get(`/metadata/${userId}/profile`, { token })).status).toBe(200);
  expect((await api(server).get(`/data/${userId}?type=cbg`, { token })).status).toBe(200);
}

(disk ? describe : describe.skip)('a file system that becomes read-only', () => {
  it('because of an error accepts nothing, does not block readers, and loses nothing acknowledged', async () => {
    const server = await startServer(settings('failing.db'));
    const writer = await Writer.open(server);
    expect((await writer.write(20)).statuses).toEqual({ 200: 20 });
    disk?.fail();
    await expectRefused(writer);
    await expectReadable(server, writer);
    await waitForWriting(server, 'failing');
    await server.kill();
    disk?.repair();
    await server.start();
    await waitForWriting(server, 'ok');
    expect((await writer.write(10)).statuses).toEqual({ 200: 10 });
    expect(await reportDifferences('its disk becomes read-only', 'SQLite', 1, [writer])).toEqual([]);
    await server.close();
  });

  it('before the start prevents it, with one line that says what to do, and loses nothing', async () => {
    const server = await startServer(settings('locked.db'));
    const writer = await Writer.open(server);
    expect((await writer.write(20)).statuses).toEqual({ 200: 20 });
    await server.stop();
    disk?.lock();
    await expect(server.start()).rejects.toThrow(
      /cannot be created or written \(EROFS\)\. Choose another folder/,
    );
    disk?.unlock();
    await server.start();
    expect((await writer.write(10)).statuses).toEqual({ 200: 10 });
    expect(await writer.findings()).toEqual([]);
    await server.close();
  });
});
