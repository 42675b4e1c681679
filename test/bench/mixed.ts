import { startServer, type RunningServer } from '../support/server-process';
import { Account } from './account';
import { isSqlite } from './bare-database';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import { kinds, MixedLoad, profileOf, type Caller, type Kind, type Observed } from './mixed-load';
import { quantile } from './quantile';
import { memoryDuring, type PeakMemory } from './resident-memory';
import type { Result } from './result-table';

const levels = [1, 16, 64, 256];
const rounds = 3;
const accounts = 32;
/** Writes may wait this many times as long as reads. */
const largestWait = 3;

/** Memory of one process of each side. */
type Memory = Partial<Record<'ours' | 'byHand', PeakMemory>>;

const noMemory: PeakMemory = { before: NaN, peak: NaN };

const writes: readonly Kind[] = ['upload', 'setting'];

/**
 * The mixed load of a working day at different numbers of callers at once: reads, pages of the graph, uploads of an hour
 * of a sensor, settings. Compared with handlers by hand over the same tables, in turns, and with two processes.
 *
 * @param seconds how long each of the 36 rounds takes
 */
export async function benchMixed(
  server: RunningServer,
  databaseUrl: string,
  seconds: number,
): Promise<Result[]> {
  const callers = await Promise.all(
    Array.from({ length: accounts }, (_, number) => openCaller(server, number)),
  );
  const load = new MixedLoad(callers);
  // SQLite has one writer at a time, whatever the number of processes.
  const other = isSqlite(databaseUrl) ? undefined : await startServer({ DATABASE_URL: databaseUrl });
  const baseline = await startBaseline('hand-written-mixed', databaseUrl);
  const [first, byHand] = [new Client(server.url), new Client(baseline.url)];
  const two = other ? [first, new Client(other.url)] : [];
  const sides = { ours: [first], byHand: [byHand], two };
  const measured = (['ours', 'byHand', 'two'] as const).filter((side) => sides[side].length > 0);
  const results: Result[] = [];
  for (const side of measured) await load.run(sides[side], 16, seconds * 1000);
  for (const atOnce of levels) {
    const seen: Record<keyof typeof sides, Observed[]> = { ours: [], byHand: [], two: [] };
    const measure = async () => {
      for (let round = 0; round < rounds; round += 1)
        for (const side of measured) seen[side].push(await load.run(sides[side], atOnce, seconds * 1000));
    };
    const memory: Memory = {};
    memory.ours = await memoryDuring(server.pid() ?? 0, async () => {
      memory.byHand = await memoryDuring(baseline.pid, measure);
    });
    const all = { ours: together(seen.ours), byHand: together(seen.byHand) };
    results.push(...describe(atOnce, all, memory));
    if (other) results.push(compareProcesses(atOnce, together(seen.two), all.ours));
  }
  for (const client of new Set([first, byHand, ...two])) client.close();
  for (const { account } of callers) account.close();
  await baseline.close();
  await other?.close();
  return results;
}

async function openCaller(server: RunningServer, number: number): Promise<Caller> {
  const account = await Account.open(server, `bench-mixed-${number}`);
  await account.client.send(`/metadata/${account.userId}/profile`, {
    method: 'PUT',
    headers: account.headers,
    body: JSON.stringify(profileOf(0)),
  });
  return { account, dataSetId: await account.createDataSet() };
}

/** The observations of several rounds as one. */
function together(all: readonly Observed[]): Observed {
  const durations = Object.fromEntries(
    kinds.map((kind) => [kind, all.flatMap((each) => each.durations[kind]).sort((a, b) => a - b)]),
  ) as Observed['durations'];
  const sum = (value: (each: Observed) => number) => all.reduce((total, each) => total + value(each), 0);
  return { durations, errors: sum(({ errors }) => errors), time: sum(({ time }) => time) };
}

const median = ({ durations }: Observed, asked: readonly Kind[]): number =>
  quantile(
    asked.flatMap((kind) => durations[kind]).sort((a, b) => a - b),
    0.5,
  );

const rate = ({ durations, time }: Observed): number =>
  (kinds.reduce((count, kind) => count + durations[kind].length, 0) / time) * 1000;

function summary(observed: Observed): string {
  const waits = kinds.map((kind) => {
    const sorted = observed.durations[kind];
    return `${kind} ${quantile(sorted, 0.5).toFixed(0)}/${quantile(sorted, 0.99).toFixed(0)}`;
  });
  return `${rate(observed).toFixed(0)}/s, p50/p99 in ms: ${waits.join(', ')}; errors ${observed.errors}`;
}

const nameLoad = (atOnce: number): string => `mixed load, ${atOnce} at once`;

function describe(
  atOnce: number,
  { ours, byHand }: Record<'ours' | 'byHand', Observed>,
  memory: Memory,
): Result[] {
  const inMebibytes = ({ before, peak }: PeakMemory = noMemory) =>
    `${before.toFixed(0)} → ${peak.toFixed(0)} MiB`;
  const what = nameLoad(atOnce);
  return [
    {
      what: `${what}: median wait of writes / of reads`,
      goal: `<= ${largestWait}`,
      measured: (median(ours, writes) / median(ours, ['read'])).toFixed(2),
      figures: `${summary(ours)}; memory ${inMebibytes(memory.ours)}`,
    },
    {
      what: `${what}: requests a second / Express by hand`,
      goal: '',
      measured: (rate(ours) / rate(byHand)).toFixed(2),
      figures: `by hand ${summary(byHand)}; memory ${inMebibytes(memory.byHand)}`,
    },
  ];
}

const compareProcesses = (atOnce: number, two: Observed, one: Observed): Result => ({
  what: `${nameLoad(atOnce)}: requests a second of two processes / of one`,
  goal: '>= 1.8 on idle cores',
  measured: (rate(two) / rate(one)).toFixed(2),
  figures: summary(two),
});
