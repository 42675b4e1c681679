import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { memoryDuring } from './resident-memory';
import type { Result } from './result-table';
import { timed } from './rounds';
import { uploadBodies } from './sensor-records';

/** Nearly ten years of a sensor. */
const recordCount = 1_000_000;
/** Mebibytes. */
const largestGrowth = 128;

/** How much memory the server needs while it exports all records of an account, as each kind of file. */
export async function benchExporting(server: RunningServer): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  const account = await Account.open(server, 'bench-export');
  await account.upload(await account.createDataSet(), uploadBodies(recordCount));
  // What the upload has left behind in memory is not to hide what exporting needs.
  await server.stop();
  await server.start();
  const results: Result[] = [];
  for (const format of ['json', 'xlsx']) {
    let bytes = 0;
    const get = async (query: string) => {
      const path = `/export/${account.userId}?format=${format}${query}`;
      bytes = (await account.client.send(path, { headers: account.headers, discard: true })).length;
    };
    // What the first request of a kind needs is no question of size.
    await get('&endDate=2024-01-02T00:00:00Z');
    let time = 0;
    const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
      time = await timed(() => get(''));
    });
    results.push({
      what: `resident memory while ${recordCount} records are exported as ${format}`,
      goal: `< ${largestGrowth} MiB more`,
      measured: `${(peak - before).toFixed(0)} MiB more`,
      figures: `${(bytes / 1e6).toFixed(1)} MB in ${(time / 1000).toFixed(1)} s`,
    });
  }
  account.close();
  return results;
}
