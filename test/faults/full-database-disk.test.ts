import { reportDifferences, together, Writer, type Tally } from '../support/acknowledged-writes';
import { api } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { keepsCommits, openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmallDisk } from '../support/small-disk';
import { waitFor } from '../support/wait-until';

/** Room for an empty database with its logs, and the records of a few hundred uploads. */
const mebibytes = 400;
const disk = findDatabaseServer() ? openSmallDisk(mebibytes) : undefined;

const writeAll = async (writers: readonly Writer[], times: number): Promise<Tally> =>
  together(await Promise.all(writers.map((writer) => writer.write(times))));

(disk ? describe : describe.skip)('a full disk under MariaDB', () => {
  let database: RestartableDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    database = await openRestartableDatabase(keepsCommits, disk?.folder);
    server = await startServer({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    disk?.makeRoom();
    await server.close();
    await database.close();
    disk?.close();
  });

  const waitUntilReady = () =>
    waitFor('the process to be ready', async () =>
      (await api(server).get('/readyz')).status === 200 ? true : undefined,
    );

  it('is reported, loses nothing acknowledged, and is used again once there is space', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => Writer.open(server)));
    expect((await writeAll(writers, 4)).statuses).toEqual({ 200: 16 });
    disk?.fill();
    const tallies: Tally[] = [];
    await waitFor('the disk to be full for the database, too', async () => {
      tallies.push(await writeAll(writers, 20));
      return tallies.at(-1)?.acknowledged === 0 || undefined;
    });
    const { statuses, refusals } = together(tallies);
    expect(Object.keys(statuses).filter((status) => !['200', '503', '507'].includes(status))).toEqual([]);
    const delays = refusals.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`);
    expect([...new Set(delays)].filter((delay) => !['503 5', '507 30'].includes(delay))).toEqual([]);
    // MariaDB exits when it cannot write a page; its supervisor restarts it.
    await database.kill();
    disk?.makeRoom();
    await database.start();
    await waitUntilReady();
    const after = await writeAll(writers, 10);
    expect(after.statuses).toEqual({ 200: after.tried });
    expect(await reportDifferences('its disk is full, and it ends', 'MariaDB', 1, writers)).toEqual([]);
  });
});
