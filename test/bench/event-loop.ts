import { writeManyReadings } from '../support/many-readings';
import { startServer } from '../support/server-process';
import { Account } from './account';
import { fillClinic } from './busy-clinic';
import { Client } from './client';
import { newLoopWatch } from './loop-watch';
import { delaysBeside, sampleInterval, type Delays } from './idle-process';
import type { Result } from './result-table';
import { timed } from './rounds';
import { sensorReading } from './sensor-records';

/** Milliseconds. */
const largestP99 = 20;
const largestMax = 50;

const year = 365;
const day = 86_400_000;
/** 409,600 records. */
const doublings = 9;
const recordsOfUpload = 10_000;

/** Fields that cost nearly as much as an operation may. */
const profiles = Array.from(
  { length: 4 },
  (_, index) => `p${index}: glucoseProfile(days: ${90 - index}) { records bins { percentiles } }`,
);
const pages = Array.from(
  { length: 12 },
  (_, index) => `d${index}: data(first: ${1000 - index}) { edges { node { id } } }`,
);
const heaviestQueries = [profiles, pages].map((fields) =>
  JSON.stringify({ query: `{ me { ${fields.join(' ')} } }` }),
);

/**
 * How long the event loop of a server is held up, in processor time, while the heaviest queries that pass, an export of five years, reports
 * on 1,000 patients and uploads of 10,000 records run at once.
 */
export async function benchEventLoop(databaseUrl: string | undefined): Promise<Result[]> {
  const onMariaDB = databaseUrl === undefined ? [] : await measure('MariaDB', { DATABASE_URL: databaseUrl });
  return process.argv[2] === 'mysql' ? onMariaDB : [...(await measure('SQLite', {})), ...onMariaDB];
}

async function measure(database: string, env: NodeJS.ProcessEnv): Promise<Result[]> {
  const watch = newLoopWatch();
  const server = await startServer({ ...env, ...watch.env });
  const account = await Account.open(server, `bench-event-loop-${database}`);
  const url = env.DATABASE_URL ?? `sqlite:${server.folder}/glycograph.db`;
  await writeManyReadings(url, account.userId, doublings, 5 * year);
  const clinicId = await fillClinic(account, url);
  const metrics = new Client(server.url);
  await readDelays(metrics);
  await watch.read(server);
  const counts = new Map<string, number>();
  let took = 0;
  const idle = await delaysBeside(async () => {
    took = await timed(() => workAtOnce(account, clinicId, counts));
  });
  const held = await watch.read(server);
  const delays = await readDelays(metrics);
  metrics.close();
  account.close();
  await server.close();
  const done = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  const line = (name: keyof Delays, goal: number): Result => ({
    what: `event loop held up by heavy work, ${name}, on ${database}`,
    goal: `<= ${goal} ms`,
    measured: `${held[name].toFixed(0)} ms`,
    figures: `by the clock ${delays[name].toFixed(0)} ms, that of an idle process beside it ${idle[name].toFixed(0)} ms`,
  });
  const p99 = line('p99', largestP99);
  const all = `; an export in ${(took / 1000).toFixed(0)} s beside ${done}`;
  return [{ ...p99, figures: p99.figures + all }, line('max', largestMax)];
}

/** An export, and everything else again and again until it ends. */
async function workAtOnce(account: Account, clinicId: string, counts: Map<string, number>): Promise<void> {
  const { client, headers, userId } = account;
  const uploads = await account.createDataSet();
  let isOver = false;
  let uploaded = 0;
  const repeat = async (name: string, work: (count: number) => Promise<unknown>) => {
    for (let count = 1; !isOver; count += 1) {
      await work(count);
      counts.set(name, count);
    }
  };
  const exporting = client
    .send(`/export/${userId}?format=xlsx`, { headers, discard: true })
    .finally(() => (isOver = true));
  const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, discard: true };
  const now = Date.now();
  const range = `startDate=${new Date(now - 30 * day).toISOString()}&endDate=${new Date(now).toISOString()}`;
  await Promise.all([
    exporting,
    repeat('queries', (count) =>
      client.send('/graphql', {
        ...json,
        discard: false,
        body: heaviestQueries[count % heaviestQueries.length],
      }),
    ),
    repeat('reports', () =>
      client.send(`/v1/clinics/${clinicId}/reports/realtime?${range}`, { headers, discard: true }),
    ),
    repeat('uploads', () => {
      const records = Array.from({ length: recordsOfUpload }, () => sensorReading((uploaded += 1)));
      return account.upload(uploads, [JSON.stringify(records)]);
    }),
  ]);
}

/** The delays since the last call. */
async function readDelays(client: Client): Promise<Delays> {
  const { text } = await client.send('/metrics/prometheus');
  const read = (name: string) => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (.+)$`, 'm').exec(text)?.[1];
    return Number(seconds) * 1000 - sampleInterval;
  };
  return { p99: read('p99'), max: read('max') };
}
