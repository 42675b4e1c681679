import type { RunningServer } from '../support/server-process';
import type { Account } from './account';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import { memoryDuring } from './resident-memory';
import type { Result } from './result-table';
import { compare, timed } from './rounds';
import { uploadBodies } from './sensor-records';

const recordCount = 100_000;
const rounds = 7;
const readsWatched = 4;
const largestRatio = 0.75;
/** Mebibytes. */
const largestGrowth = 32;

/** Time to read all records of an account, compared with a bare stream of the same texts, and the memory it takes. */
export async function benchReading(
  server: RunningServer,
  account: Account,
  databaseUrl: string,
): Promise<Result[]> {
  await account.upload(await account.createDataSet(), uploadBodies(recordCount));
  const path = `/data/${account.userId}`;
  const read = (query = '') => account.client.send(path + query, { headers: account.headers, discard: true });

  // Memory left over from the upload must not hide what reading needs.
  await server.stop();
  await server.start();
  for (let count = 0; count < 20; count += 1) await read('?endDate=2024-01-02T00:00:00Z');
  const memory = process.platform === 'linux' ? [await growthWhileReading(server, () => read())] : [];

  const baseline = await startBaseline('stream-records', databaseUrl);
  const raw = new Client(baseline.url);
  let bytes = 0;
  const ours = () => timed(async () => (bytes = (await read()).length));
  const theirs = () => timed(() => raw.send(`/${account.userId}`, { discard: true }));
  const { ratio, ...times } = await compare(rounds, ours, theirs);
  raw.close();
  await baseline.close();

  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  const time = {
    what: `read ${recordCount} records / bare stream of their texts`,
    goal: `<= ${largestRatio}`,
    measured: ratio.toFixed(2),
    figures: `${seconds(times.ours)} / ${seconds(times.theirs)}, ${(bytes / 1e6).toFixed(1)} MB`,
  };
  return [time, ...memory];
}

async function growthWhileReading(server: RunningServer, read: () => Promise<unknown>): Promise<Result> {
  const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
    for (let count = 0; count < readsWatched; count += 1) await read();
  });
  return {
    what: `resident memory while reading them ${readsWatched} times`,
    goal: `< ${largestGrowth} MiB more`,
    measured: `${(peak - before).toFixed(0)} MiB more`,
    figures: `${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`,
  };
}
