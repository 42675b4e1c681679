import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { persistence } from '../../src/persistence';
import { api } from '../support/api';
import { openGaleraCluster, type GaleraCluster } from '../support/galera';
import { whyNoGalera } from '../support/installed-programs';
import { openBeside, type TestDatabase } from '../support/mariadb';
import { newServer, type RunningServer } from '../support/server-process';
import { waitForTakeover } from '../support/wait-until';

const halfWay = persistence.migrations.length / 2;

/** The same database on another node. */
function at(node: string | undefined, database: TestDatabase): string {
  const url = new URL(node ?? '');
  url.pathname = new URL(database.url).pathname;
  return url.href;
}

async function rowsOf(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

/** The schema that the migrations created: columns and keys, in a fixed order. */
const structureOf = async (url: string): Promise<unknown[]> => [
  await rowsOf(
    url,
    `SELECT table_name, column_name, column_type, is_nullable, column_default FROM information_schema.columns
      WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
  ),
  await rowsOf(
    url,
    `SELECT table_name, index_name, non_unique, seq_in_index, column_name FROM information_schema.statistics
      WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
  ),
];

(whyNoGalera() ? describe.skip : describe)('processes that start at two nodes of an empty cluster', () => {
  let cluster: GaleraCluster;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    cluster = await openGaleraCluster(2);
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await cluster?.close();
  });

  const emptyDatabase = async (): Promise<[string, string]> => {
    const [first, second] = cluster.nodes;
    const database = await openBeside(first?.url ?? '');
    databases.push(database);
    return [database.url, at(second?.url, database)];
  };

  const finished = async (url: string): Promise<string[]> =>
    (await rowsOf(url, 'SELECT name FROM migrations ORDER BY name')).map(({ name }) => name as string);

  const names = persistence.migrations.map(({ name }) => name).sort();

  const isReady = (server: RunningServer) =>
    waitForTakeover('a process that is ready', async () => {
      const { status } = await api(server).get('/readyz');
      return status === 200 || undefined;
    });

  it('migrate it once; if one is killed half-way, the other one completes', async () => {
    const [here, there] = await emptyDatabase();
    const both = [await newServer({ DATABASE_URL: here }), await newServer({ DATABASE_URL: there })];
    await Promise.all(both.map((server) => server.start()));
    await Promise.all(both.map(isReady));
    expect(await finished(there)).toEqual(names);
    for (const server of both) expect(server.logs()).not.toMatch(/taken over|rror/);
    await Promise.all(both.map((server) => server.stop()));

    const [ownUrl, otherUrl] = await emptyDatabase();
    const owner = await newServer({ DATABASE_URL: ownUrl });
    const killed = expect(owner.start()).rejects.toThrow('ended before it was ready');
    await waitForTakeover('the owner of the migrations', async () => {
      const rows = await rowsOf(otherUrl, 'SELECT owner FROM migration_lock').catch(() => []);
      return rows[0]?.owner ?? undefined;
    });
    const heir = await newServer({ DATABASE_URL: otherUrl });
    const inherits = heir.start();
    await waitForTakeover('half of the migrations', async () => {
      const done = await finished(otherUrl).catch(() => []);
      return done.length >= halfWay || undefined;
    });
    await owner.kill();
    await killed;
    const beforeHeir = await finished(otherUrl);
    expect(beforeHeir.length).toBeLessThan(names.length);
    await inherits;
    expect(await finished(ownUrl)).toEqual(names);
    expect(await structureOf(ownUrl)).toEqual(await structureOf(there));
    expect(await structureOf(otherUrl)).toEqual(await structureOf(there));
    await owner.start();
    await Promise.all([owner, heir].map(isReady));
    await Promise.all([owner, heir].map((server) => server.stop()));
  });
});
