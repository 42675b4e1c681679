import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { databaseChecks } from '../../platform/health/database-checks';
import type { Config } from '../../platform/config';
import { serverAddresses, type ServerAddress } from '../../platform/database/cluster/addresses';
import type { Database } from '../../platform/database/database';
import { databaseStartProblem } from '../../platform/database/start-problem';
import { openDatabase } from '../../platform/settings/open-database';
import { persistence } from '../../persistence';
import { Fault, type Check } from './check';

/** Milliseconds until a server that does not answer counts as away. */
const timeout = 5_000;

/** Whether the database can be reached, has the tables of this release, and can be written. */
export function checkDatabase(config: Config): Check[] {
  const { DATABASE_URL: value } = config;
  return [
    { setting: 'DATABASE_URL', value, run: () => examine(config) },
    ...(config.replicas?.addresses ?? []).map((address) => ({
      setting: 'DATABASE_REPLICA_URL',
      value: `mysql://${address.host}:${address.port}/${address.database}`,
      run: async () => {
        await assertReachable(address);
        return 'The replica answers.';
      },
    })),
  ];
}

async function examine(config: Config): Promise<string> {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = config;
  const missing = missingFile(url);
  if (missing !== undefined) return missing;
  // A server that takes connections and never answers would keep `openDatabase` waiting.
  if (url.startsWith('mysql:')) await assertAnyReachable(url);
  const database = await openDatabase(url, {
    schema: persistence,
    poolSize,
    migrate: false,
    allowNewer: config.ALLOW_NEWER_DATABASE,
    allowOlder: true,
    timeout,
  });
  try {
    return await examineOpen(database, config);
  } finally {
    await database.close();
  }
}

/** What to say of a file that the first start creates; undefined if it is there. */
function missingFile(url: string): string | undefined {
  const path = url.slice('sqlite:'.length);
  if (!url.startsWith('sqlite:') || path === ':memory:' || existsSync(path)) return undefined;
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Fault(
      `The folder ${folder} cannot be written. Choose another folder, or give the process the right to write there.`,
    );
  }
  return 'The file does not exist yet. The first start creates it.';
}

async function examineOpen(database: Database, { MIGRATE }: Config): Promise<string> {
  const [version, { finished, pending }] = [await database.version(), await database.migrations()];
  const name = database.dialect === 'sqlite' ? `SQLite ${version}` : version;
  if (pending.length > 0 && !MIGRATE)
    throw new Fault(
      `${pending.length} migrations are pending, and MIGRATE is false. Run \`glycograph migrate run\`, or set MIGRATE to true.`,
    );
  if (pending.length > 0)
    return `${name} answers. ${finished.length === 0 ? 'It is empty: the' : `${pending.length} migrations are pending: the next`} start migrates it.`;
  try {
    await databaseChecks(database)
      .find((check) => check.name === 'writing')
      ?.check();
  } catch (error) {
    throw new Fault(
      `The database cannot be written (${error instanceof Error ? error.message : String(error)}). Give the user all privileges on it, and make room on its disk.`,
    );
  }
  return `${name} answers, is up to date, and can be written.`;
}

async function assertAnyReachable(url: string): Promise<void> {
  const problems: unknown[] = [];
  for (const address of serverAddresses(url)) {
    try {
      return await assertReachable(address);
    } catch (error) {
      problems.push(error);
    }
  }
  throw problems[0];
}

async function assertReachable(address: ServerAddress): Promise<void> {
  try {
    const connection = await createConnection({ ...address, connectTimeout: timeout });
    await connection.ping();
    await connection.end();
  } catch (error) {
    throw new Fault(databaseStartProblem(address, error) ?? (error as Error).message);
  }
}
