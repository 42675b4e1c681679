import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { wholeProcessorTime } from './processor-time';
import type { Result } from './result-table';
import { sensorReading } from './sensor-records';

const largestRatio = 0.3;

/** An hour of a sensor that measures every five minutes. */
const anHour = 12;

/** Measured uploads of each size, after half as many for warm-up. */
const uploads: readonly [readings: number, count: number][] = [
  [1, 2_000],
  [anHour, 1_000],
  [1_000, 60],
];

/** Readings per second of a million people whose sensors measure every five minutes. */
const readingsOfAMillion = 1_000_000 / 300;

/**
 * Processor time of an upload in milliseconds of a core, including the kernel, from which the capacity of processes
 * follows.
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
