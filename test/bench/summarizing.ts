import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { copyIntoThePast } from './copied-records';
import type { Result } from './result-table';
import { exactProcessorTime } from './processor-time';
import { compare, timed } from './rounds';
import { sensorReading } from './sensor-records';

const day = 86_400_000;
const fiveMinutes = 300_000;
const readingsADay = day / fiveMinutes;
const yearsOfHistory = 5;
const rounds = 25;
/** Calculations before the first one that counts: V8 compiles what has run often. */
const warmUps = 150;
const largestRatio = 1.3;
/** Milliseconds of processor for the summary after the upload of a day. */
const longest = 8;

/** A day of readings that ends a number of days ago. */
const createBody = (daysAgo: number): string => {
  const last = Math.floor(Date.now() / fiveMinutes) * fiveMinutes - daysAgo * day;
  const readings = Array.from({ length: readingsADay }, (_, index) => ({
    ...sensorReading(index),
    time: new Date(last - index * fiveMinutes).toISOString(),
    // Each day contains new records.
    origin: { id: `${daysAgo}-${index}:cbg`, name: 'org.example.bench', type: 'application' },
  }));
  return JSON.stringify(readings);
};

/** Milliseconds of each calculation: until its answer, and of processor time. */
interface Times {
  waiting: number[];
  processor: number[];
}

const newTimes = (): Times => ({ waiting: [], processor: [] });

/** How much longer the upload of a day, and the summary update, take with years of data. */
export async function benchSummarizing(server: RunningServer, databaseUrl: string): Promise<Result[]> {
  const [experienced, other, ...newcomers] = await Promise.all(
    Array.from({ length: rounds + 3 }, (_, index) => Account.open(server, `bench-summary-${index}`)),
  );
  if (!experienced || !other) throw new Error('There is no account to measure.');
  const recompute = (account: Account) =>
    account.client.send(`/v1/summaries/cgm/${account.userId}`, { method: 'POST', headers: account.headers });
  const history = await experienced.createDataSet();
  for (let daysAgo = 90; daysAgo > 60; daysAgo -= 1) await experienced.upload(history, [createBody(daysAgo)]);
  const month = { from: Date.now() - 91 * day, span: 30 * day, count: yearsOfHistory * 12 };
  await copyIntoThePast(databaseUrl, experienced.userId, month);
  const dataSets = new Map<Account, string>([[experienced, history]]);
  for (const account of newcomers) dataSets.set(account, await account.createDataSet());
  await recompute(experienced);
  const warmingUp = await other.createDataSet();
  for (let daysAgo = warmUps; daysAgo > 0; daysAgo -= 1) {
    await other.upload(warmingUp, [createBody(daysAgo)]);
    await recompute(other);
  }
  other.close();

  let [left, right] = [60, 60];
  const recomputing = { ours: newTimes(), theirs: newTimes() };
  const side = (account: () => Account, daysAgo: () => number, times: Times) => async () => {
    const who = account();
    const body = createBody(daysAgo());
    const duration = await timed(() => who.upload(dataSets.get(who) ?? '', [body]));
    const before = exactProcessorTime(server.pid() ?? 0);
    times.waiting.push(await timed(() => recompute(who)));
    times.processor.push(exactProcessorTime(server.pid() ?? 0) - before);
    return duration;
  };
  const { ratio, ours, theirs } = await compare(
    rounds,
    side(
      () => experienced,
      () => (left -= 1),
      recomputing.ours,
    ),
    side(
      () => newcomers.pop() as Account,
      () => (right -= 1),
      recomputing.theirs,
    ),
  );
  for (const account of dataSets.keys()) account.close();
  const middle = (times: number[]) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? NaN;
  const each = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return [
    {
      what: `upload one day into ${yearsOfHistory} years / into none`,
      goal: `<= ${largestRatio}`,
      measured: ratio.toFixed(2),
      figures: `${each(ours)} / ${each(theirs)}`,
    },
    ...(
      [
        [`${yearsOfHistory} years`, recomputing.ours],
        ['none', recomputing.theirs],
      ] as const
    ).map(([history, times]) => ({
      what: `processor time of the summary after a day's upload into ${history}`,
      goal: `<= ${longest} ms`,
      measured: each(middle(times.processor)),
      figures: `${each(middle(times.waiting))} until the answer`,
    })),
  ];
}
