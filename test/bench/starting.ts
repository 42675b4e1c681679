import { startServer } from '../support/server-process';
import { quantile } from './quantile';
import { residentMemory } from './resident-memory';
import type { Result } from './result-table';
import { timed } from './rounds';

const starts = 7;
/** Seconds. */
const longest = 1.5;
/** Mebibytes. */
const mostMemory = 180;

/** How long a process takes from its start to the first answer on an existing database, and its memory then. */
export async function benchStarting(databaseUrl: string): Promise<Result[]> {
  return [...(await measure('SQLite', {})), ...(await measure('MariaDB', { DATABASE_URL: databaseUrl }))];
}

async function measure(database: string, env: NodeJS.ProcessEnv): Promise<Result[]> {
  // Migrates, and fills the cache of compiled code.
  const server = await startServer(env);
  const times: number[] = [];
  const memory: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    await server.stop();
    times.push(await timed(() => server.start()));
    memory.push(residentMemory(server.pid() ?? 0));
  }
  await server.close();
  const middle = (all: number[]) =>
    quantile(
      [...all].sort((one, other) => one - other),
      0.5,
    );
  const range = (all: number[], digits: number) =>
    `${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)}`;
  const seconds = times.map((time) => time / 1000);
  return [
    {
      what: `start to the first answer, on ${database}`,
      goal: `<= ${longest} s`,
      measured: `${middle(seconds).toFixed(2)} s`,
      figures: `${starts} starts, ${range(seconds, 2)} s`,
    },
    {
      what: `memory of a process that has just started, on ${database}`,
      goal: `<= ${mostMemory} MiB`,
      measured: `${middle(memory).toFixed(0)} MiB`,
      figures: `${range(memory, 0)} MiB`,
    },
  ];
}
