import { setTimeout as pause } from 'node:timers/promises';
import { writeManyReadings } from '../support/many-readings';
import { startServer } from '../support/server-process';
import { Account } from './account';
import { fillClinic } from './busy-clinic';
import { Client } from './client';
import { newLoopWatch } from './loop-watch';
import { delaysBeside, sampleInterval, type Delays } from './idle-process';
import type { Result } from './result-table';
import { sensorReading } from './sensor-records';

/** Milliseconds. */
const duration = 60_000;
const largestP99 = 20;
const largestMax = 50;

const year = 365;
const day = 86_400_000;
/** 102,400 records: one in 26 minutes. */
const doublings = 7;
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
export async function benchEventLoop(databaseUrl: string): Promise<Result[]> {
  return [...(await measure('SQLite', {})), ...(await measure('MariaDB', { DATABASE_URL: databaseUrl }))];
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
  const work = new HeavyWork(account, clinicId);
  const idle = await delaysBeside(() => work.run());
  const held = await watch.read(server);
  const delays = await readDelays(metrics);
  metrics.close();
  account.close();
  // Its work is not wanted any more.
  await server.kill();
  await server.close();
  const line = (name: keyof Delays, goal: number): Result => ({
    what: `event loop held up by heavy work, ${name}, on ${database}`,
    goal: `<= ${goal} ms`,
    measured: `${held[name].toFixed(0)} ms`,
    figures: `by the clock ${delays[name].toFixed(0)} ms, that of an idle process beside it ${idle[name].toFixed(0)} ms`,
  });
  const p99 = line('p99', largestP99);
  return [
    { ...p99, figures: `${p99.figures}; in ${duration / 1000} s ${work.done}` },
    line('max', largestMax),
  ];
}

/** An export, heavy queries, reports and uploads at once, each again and again. */
class HeavyWork {
  private readonly counts = new Map<string, number>();
  private isOver = false;
  private uploaded = 0;

  constructor(
    private readonly account: Account,
    private readonly clinicId: string,
  ) {}

  /** How often each was done. */
  get done(): string {
    return [...this.counts].map(([name, count]) => `${count} ${name}`).join(', ');
  }

  /** Resolves after a while; some of it is still going on then. */
  async run(): Promise<void> {
    const { account } = this;
    const { client, headers, userId } = account;
    const dataSet = await account.createDataSet();
    const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const now = Date.now();
    const range = `startDate=${new Date(now - 10 * day).toISOString()}&endDate=${new Date(now).toISOString()}`;
    const all = [
      this.repeat('exports', () => client.send(`/export/${userId}?format=xlsx`, { headers, discard: true })),
      this.repeat('queries', (count) =>
        client.send('/graphql', { ...json, body: heaviestQueries[count % heaviestQueries.length] }),
      ),
      this.repeat('reports', () =>
        client.send(`/v1/clinics/${this.clinicId}/reports/realtime?${range}`, { headers, discard: true }),
      ),
      this.repeat('uploads', () => account.upload(dataSet, [this.nextBody()])),
    ];
    await Promise.race([pause(duration), Promise.all(all)]);
    this.isOver = true;
  }

  private async repeat(name: string, work: (count: number) => Promise<unknown>): Promise<void> {
    this.counts.set(name, 0);
    try {
      for (let count = 1; !this.isOver; count += 1) {
        await work(count);
        if (!this.isOver) this.counts.set(name, count);
      }
    } catch (error) {
      if (!this.isOver) throw error;
    }
  }

  private nextBody(): string {
    return JSON.stringify(Array.from({ length: recordsOfUpload }, () => sensorReading((this.uploaded += 1))));
  }
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
