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

/** Memory that a freshly started server needs to export all records of an account, by file format. */
export async function benchExporting(server: RunningServer): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  const account = await Account.open(server, 'bench-export');
  await account.upload(await account.createDataSet(), uploadBodies(recordCount));
  const results: Result[] = [];
  for (const format of ['json', 'csv', 'xlsx']) {
    // Earlier work leaves memory behind that would hide the needs of this export.
    await server.stop();
    await server.start();
    let [bytes, time] = [0, 0];
    const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
      const path = `/export/${account.userId}?format=${format}`;
      time = await timed(async () => {
        bytes = (await account.client.send(path, { headers: account.headers, discard: true })).length;
      });
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
