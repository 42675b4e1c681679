import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { wholeProcessorTime } from './processor-time';
import type { Result } from './result-table';
import { sensorReading } from './sensor-records';

const largestRatio = 0.3;

/** An hour of a sensor that measures every five minutes. */
const anHour = 12;

/** How many uploads of each size are measured, after a half as many of each that warm up. */
const uploads: readonly [readings: number, count: number][] = [
  [1, 2_000],
  [anHour, 1_000],
  [1_000, 60],
];

/** Readings of a million people in a second, when a sensor measures every five minutes. */
const readingsOfAMillion = 1_000_000 / 300;

/**
 * What an upload costs the process, in milliseconds of a core, the kernel included: it tells how many processes take in the
 * readings of how many people.
 */
export async function benchUploadCost(server: RunningServer): Promise<Result> {
  const account = await Account.open(server, 'bench-upload-cost');
  const dataSetId = await account.createDataSet();
  let next = 0;
  const upload = async (readings: number, count: number): Promise<void> => {
    const body = () => JSON.stringify(Array.from({ length: readings }, () => sensorReading((next += 1))));
    await account.upload(dataSetId, Array.from({ length: count }, body));
  };
  const costs = new Map<number, number>();
  for (const [readings, count] of uploads) await upload(readings, count / 2);
  for (const [readings, count] of uploads) {
    const before = wholeProcessorTime(server.pid() ?? 0);
    await upload(readings, count);
    costs.set(readings, (wholeProcessorTime(server.pid() ?? 0) - before) / count);
  }
  account.close();
  const ratio = (costs.get(anHour) ?? NaN) / (anHour * (costs.get(1) ?? NaN));
  const figures = [...costs].map(([readings, cost]) => {
    const cores = (readingsOfAMillion / readings) * (cost / 1_000);
    return `${readings}: ${cost.toFixed(2)} ms, ${cores.toFixed(1)} cores for a million people`;
  });
  return {
    what: 'processor time of an upload of 12 readings / of 12 uploads of one',
    goal: `<= ${largestRatio.toFixed(2)}`,
    measured: ratio.toFixed(2),
    figures: figures.join('; '),
  };
}
