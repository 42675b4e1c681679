import { randomBytes } from 'node:crypto';
import { api } from '../support/api';
import { startObjectStore } from '../support/object-store';
import { findRedis, startRedis } from '../support/redis';
import type { ServerUnderTest } from '../support/server';
import { newServerClock } from '../support/server-clock';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { openGate, throughGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';
import { openWebhookSink, type Hook } from '../support/webhook-sink';

/** A temporary fault. */
export interface Fault {
  name: string;
  /** Whether no process responds in the meantime. */
  isDeath: boolean;
  /** Whether all requests must be answered normally in the meantime. */
  isUnnoticed?: boolean;
  begin: () => Promise<void> | void;
  /** Ends the fault. Does nothing if it never began. */
  end: () => Promise<void> | void;
}

/** A server with all its back ends, each behind a gate, and the faults that can occur. */
export interface Stage {
  /** With several processes, a different address each time. */
  server: ServerUnderTest;
  /** The processes' time, in milliseconds since the epoch. */
  now: () => number;
  /** Moves their clocks by some milliseconds, forward or backward. */
  stepClock: (milliseconds: number) => Promise<void>;
  faults: readonly Fault[];
  /** Received mails. */
  mails: readonly string[];
  /** Received notifications of alerts. */
  hooks: readonly Hook[];
  /** Waits until the server reports ready. */
  ready: () => Promise<void>;
  /** Ends all faults that a run has left. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

const parsePort = (url: string): number => Number(new URL(url).port);

/** Options of a stage. */
export interface StageSettings {
  /** An empty database; SQLite by default. */
  databaseUrl?: string;
  /** Number of processes that share it; 1 by default. SQLite allows only one. */
  processes?: number;
}

/** The processes of a stage, which take requests in turns. */
class Processes {
  private readonly away = new Set<RunningServer>();
  private turn = 0;

  constructor(readonly all: readonly RunningServer[]) {}

  /** The next running one; the first one if none is running. */
  get next(): RunningServer {
    const there = this.all.filter((server) => !this.away.has(server));
    this.turn += 1;
    return (there[this.turn % there.length] ?? this.all[0]) as RunningServer;
  }

  /** Behaves as one server: its address is that of the next process. */
  asOne(): ServerUnderTest {
    const next = () => this.next.url;
    return {
      ...(this.all[0] as RunningServer),
      get url() {
        return next();
      },
    };
  }

  /** Takes some processes out of rotation, then ends them in one way or another. */
  async end(gone: readonly RunningServer[], how: 'kill' | 'stop'): Promise<void> {
    for (const server of gone) this.away.add(server);
    await Promise.all(gone.map((server) => server[how]()));
  }

  /** Starts those that are not running. */
  async startAll(): Promise<void> {
    await Promise.all(this.all.map(async (server) => server.isRunning() || server.start()));
    this.away.clear();
  }

  /** Waits until each reports ready. */
  async ready(): Promise<void> {
    const status = (server: RunningServer) =>
      api(server)
        .get('/readyz')
        .then(
          (answer) => answer.status,
          () => 0,
        );
    for (const server of this.all)
      await waitFor('the server to be ready', async () => (await status(server)) === 200 || undefined);
  }
}

/** Ways to end processes: a single one, one of several, or all. */
function deaths(processes: Processes): Fault[] {
  const { all } = processes;
  const death = (name: string, gone: readonly RunningServer[], how: 'kill' | 'stop'): Fault => ({
    name,
    isDeath: gone.length === all.length,
    isUnnoticed: gone.length < all.length,
    begin: () => processes.end(gone, how),
    end: () => processes.startAll(),
  });
  const groups: [name: string, gone: readonly RunningServer[]][] =
    all.length === 1
      ? [['the process', all]]
      : [
          ...all.map((server, index): [string, RunningServer[]] => [`process ${index + 1}`, [server]]),
          ['each process', all],
        ];
  return groups.flatMap(([name, gone]) => [
    death(`${name} is killed`, gone, 'kill'),
    death(`${name} is stopped`, gone, 'stop'),
  ]);
}

/** Starts everything. */
export async function openStage({ databaseUrl, processes: count = 1 }: StageSettings = {}): Promise<Stage> {
  const clock = newServerClock();
  const store = await startObjectStore();
  const smtp = await openSmtpSink();
  const webhook = await openWebhookSink();
  const redis = findRedis() ? await startRedis() : undefined;
  const storeUrl = new URL(store.url);
  const endpoint = storeUrl.searchParams.get('endpoint') ?? '';
  const gates = {
    'the object store': await openGate(parsePort(endpoint)),
    'the mail server': await openGate(parsePort(smtp.url)),
    'the webhook': await openGate(parsePort(webhook.url)),
    ...(redis && { Redis: await openGate(parsePort(redis.url)) }),
    ...(databaseUrl !== undefined && { 'the database': await openGate(parsePort(databaseUrl)) }),
  };
  storeUrl.searchParams.set('endpoint', new URL(throughGate(endpoint, gates['the object store'])).origin);
  const { Redis: redisGate, 'the database': databaseGate } = gates;
  const settings = {
    ...clock.settings,
    ...store.credentials,
    SERVER_SECRET: randomBytes(16).toString('hex'),
    // By default a process looks once a minute for work that others have left behind.
    TASK_POLL_DELAY: '1',
    // What hangs is given up soon, so that a run does not take long.
    ...{ BLOB_TIMEOUT: '1', DATABASE_TIMEOUT: '3', REDIS_TIMEOUT: '1' },
    // Nothing expires within a run.
    EXPORT_TTL: String(365 * 24 * 3600),
    BLOB_URL: storeUrl.href,
    MAIL_URL: throughGate(smtp.url, gates['the mail server']),
    ALERT_TRANSPORT: 'webhook',
    ALERT_WEBHOOK_URL: throughGate(webhook.url, gates['the webhook']),
    ...(redis && redisGate && { REDIS_URL: throughGate(redis.url, redisGate) }),
    ...(databaseUrl !== undefined &&
      databaseGate && { DATABASE_URL: throughGate(databaseUrl, databaseGate) }),
  };
  const servers: RunningServer[] = [];
  // One after the other, because each must find the tables migrated.
  while (servers.length < count) servers.push(await startServer(settings));
  const processes = new Processes(servers);
  const faults: Fault[] = [
    ...deaths(processes),
    ...Object.entries(gates).flatMap(([name, gate]) => [
      { name: `${name} is cut off`, isDeath: false, begin: () => gate.shut(), end: () => gate.open() },
      { name: `${name} hangs`, isDeath: false, begin: () => gate.stall(), end: () => gate.open() },
    ]),
  ];
  const restore = async () => {
    for (const { end } of [...faults].reverse()) await end();
    await processes.ready();
  };
  return {
    server: processes.asOne(),
    now: () => clock.now(),
    stepClock: (milliseconds) => clock.step(milliseconds, ...servers),
    ready: () => processes.ready(),
    ...{ faults, restore, mails: smtp.mails, hooks: webhook.hooks },
    async close() {
      for (const gate of Object.values(gates)) gate.open();
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(Object.values(gates).map((gate) => gate.close()));
      await Promise.all([store.close(), smtp.close(), webhook.close(), redis?.kill()]);
      clock.close();
    },
  };
}
