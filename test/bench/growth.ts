import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { copyIntoThePast } from './copied-records';
import type { Result } from './result-table';
import { compare, timed } from './rounds';
import { uploadBodies } from './sensor-records';

const fewRecords = 10_000;
/** A person with ten years of sensor data. */
const manyTimes = 100;
const rounds = 60;
const readsOfRound = 5;
const largestRatio = 1.1;
/** Of the uploads. */
const firstTime = Date.parse('2024-01-01T00:00:00Z');
const span = fewRecords * 300_000;
/** The last whole day with data in both accounts. */
const lastDay = 'startDate=2024-02-03T00:00:00Z&endDate=2024-02-03T23:59:59.999Z';

/** The queries for an account and its data set. */
const questions: readonly [name: string, query: (dataSetId: string) => string][] = [
  ['latest', () => 'latest=true&type=cbg'],
  ['one day', () => lastDay],
  ['one day of a data set', (dataSetId) => `${lastDay}&uploadId=${dataSetId}`],
];

/** How much longer a small read takes with a hundred times as many records. */
export async function benchGrowth(server: RunningServer, databaseUrl: string): Promise<Result[]> {
  const few = await Account.open(server, 'bench-few');
  const many = await Account.open(server, 'bench-many');
  const dataSets = new Map<Account, string>();
  for (const account of [few, many]) {
    const dataSetId = await account.createDataSet();
    dataSets.set(account, dataSetId);
    await account.upload(dataSetId, uploadBodies(fewRecords));
  }
  await copyIntoThePast(databaseUrl, many.userId, { from: firstTime, span, count: manyTimes });
  const results: Result[] = [];
  for (const [name, query] of questions) {
    const reading = (account: Account) => () =>
      timed(async () => {
        for (let count = 0; count < readsOfRound; count += 1)
          await account.client.send(`/data/${account.userId}?${query(dataSets.get(account) ?? '')}`, {
            headers: account.headers,
            discard: true,
          });
      });
    const { ratio, ours, theirs } = await compare(rounds, reading(many), reading(few));
    const each = (milliseconds: number) => `${(milliseconds / readsOfRound).toFixed(2)} ms`;
    results.push({
      what: `${name} of ${fewRecords * manyTimes} records / of ${fewRecords}`,
      goal: `<= ${largestRatio}`,
      measured: ratio.toFixed(2),
      figures: `${each(ours)} / ${each(theirs)}`,
    });
  }
  few.close();
  many.close();
  return results;
}
