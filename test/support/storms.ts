import { keepsCommits, openRestartableDatabase } from './mariadb';
import { startRedis } from './redis';
import { startServer, type RunningServer } from './server-process';
import { waitForTakeover } from './wait-until';
import { reportStorm, WriteStorm, type StormReport } from './write-storm';

/** Acknowledged writes after which work counts as going on. */
const headway = 30;

/** Requests refused with `Retry-After`, which show that clients are not kept waiting. */
const refusals = 5;

/** A temporary fault during writes; resolves when work goes on. */
interface Fault {
  name: string;
  strike: (storm: StormWatch) => Promise<void>;
}

/** A storm, and functions that wait for its progress. */
class StormWatch {
  constructor(private readonly storm: WriteStorm) {}

  /** Waits for further acknowledged writes. */
  async goesOn(after: string): Promise<void> {
    const goal = this.storm.count + headway;
    await waitForTakeover(`writes after ${after}`, () => this.storm.count >= goal || undefined);
  }

  /** Waits until some requests are refused with `Retry-After`. */
  async isRefused(after: string): Promise<void> {
    const goal = this.storm.refusedCount + refusals;
    await waitForTakeover(`refusals after ${after}`, () => this.storm.refusedCount >= goal || undefined);
  }
}

/**
 * Lets clients write through two processes while one fault occurs repeatedly. Returns the final state in each process.
 */
async function stormThrough(
  servers: readonly [RunningServer, RunningServer],
  { name, strike }: Fault,
  rounds: number,
  database: string,
): Promise<StormReport[]> {
  const storm = await WriteStorm.begin(servers);
  const watch = new StormWatch(storm);
  await watch.goesOn('the beginning');
  for (let round = 0; round < rounds; round += 1) await strike(watch);
  await storm.end();
  const reports = [await storm.check(servers[0]), await storm.check(servers[1])];
  reportStorm(name, database, rounds, reports);
  return reports;
}

/** Faults of the database server in a storm. */
export type DatabaseFault = 'killed' | 'frozen';

/** A storm on one MariaDB server, which is killed and restarted, or frozen until clients notice and then thawed. */
export async function stormOnDatabase(fault: DatabaseFault, rounds: number): Promise<StormReport[]> {
  const database = await openRestartableDatabase(keepsCommits);
  const settings = { DATABASE_URL: database.url, DATABASE_TIMEOUT: '1' };
  const servers: RunningServer[] = [];
  const strikes: Record<DatabaseFault, Fault['strike']> = {
    async killed(storm) {
      await database.kill();
      await storm.isRefused('the database was killed');
      await database.start();
      await storm.goesOn('the database was started');
    },
    async frozen(storm) {
      database.freeze();
      await storm.isRefused('the database was frozen');
      database.thaw();
      await storm.goesOn('the database thawed');
    },
  };
  try {
    const first = await startServer(settings);
    servers.push(first);
    const second = await startServer(settings);
    servers.push(second);
    const what = { name: `the database is ${fault}`, strike: strikes[fault] };
    return await stormThrough([first, second], what, rounds, 'MariaDB');
  } finally {
    database.thaw();
    for (const server of servers) await server.close();
    await database.close();
  }
}

/** Faults of Redis in a storm. */
export type RedisFault = 'killed' | 'frozen';

/** A storm through two processes that share a Redis server, which is killed and restarted, or frozen and thawed. */
export async function stormWithoutRedis(
  fault: RedisFault,
  rounds: number,
  databaseUrl?: string,
): Promise<StormReport[]> {
  const redis = await startRedis();
  const strikes: Record<RedisFault, Fault['strike']> = {
    async killed(storm) {
      await redis.kill();
      await storm.goesOn('Redis was killed');
      await redis.start();
      await storm.goesOn('Redis was started');
    },
    async frozen(storm) {
      redis.freeze();
      await storm.goesOn('Redis was frozen');
      redis.thaw();
      await storm.goesOn('Redis thawed');
    },
  };
  const settings = { REDIS_URL: redis.url };
  const servers: RunningServer[] = [];
  try {
    const first = await startServer({ ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    servers.push(first);
    const shared = databaseUrl ?? `sqlite:${first.folder}/glycograph.db`;
    const second = await startServer({ ...settings, DATABASE_URL: shared });
    servers.push(second);
    const what = { name: `Redis is ${fault}`, strike: strikes[fault] };
    return await stormThrough([first, second], what, rounds, databaseUrl ? 'MariaDB' : 'SQLite');
  } finally {
    redis.thaw();
    for (const server of servers.reverse()) await server.close();
    await redis.kill();
  }
}

/** A storm through two processes that are killed alternately, on the database at this URL, or SQLite. */
export async function stormOnProcesses(rounds: number, databaseUrl?: string): Promise<StormReport[]> {
  const first = await startServer({ ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) });
  const second = await startServer({ DATABASE_URL: databaseUrl ?? `sqlite:${first.folder}/glycograph.db` });
  const strike = async (storm: StormWatch) => {
    for (const server of [first, second]) {
      await server.kill();
      await storm.goesOn('a process was killed');
      await server.start();
      await storm.goesOn('it was started');
    }
  };
  try {
    const fault = { name: 'a process is killed', strike };
    return await stormThrough(
      [first, second],
      fault,
      rounds,
      databaseUrl === undefined ? 'SQLite' : 'MariaDB',
    );
  } finally {
    await second.close();
    await first.close();
  }
}
