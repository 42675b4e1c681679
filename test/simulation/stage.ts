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

/** Something that goes wrong for a while. */
export interface Fault {
  name: string;
  /** Whether nobody is there meanwhile who answers. */
  isDeath: boolean;
  /** Whether everything that is asked meanwhile must be answered as ever. */
  isUnnoticed?: boolean;
  begin: () => Promise<void> | void;
  /** Makes it good again. Fine when it never began. */
  end: () => Promise<void> | void;
}

/** A server with everything that it stands on, each behind a gate, and whatever can go wrong with it. */
export interface Stage {
  /** Its address is another one each time when there are several processes. */
  server: ServerUnderTest;
  /** The time of the processes, in milliseconds since the epoch. */
  now: () => number;
  /** Sets their clocks on, or back, by some milliseconds. */
  stepClock: (milliseconds: number) => Promise<void>;
  faults: readonly Fault[];
  /** The mails that have arrived. */
  mails: readonly string[];
  /** Waits until the server says that it can work. */
  ready: () => Promise<void>;
  /** Ends all faults, whatever a run has left. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** What a stage is to have. */
export interface StageSettings {
  /** An empty database; SQLite when absent. */
  databaseUrl?: string;
  /** How many processes share it; 1 when absent. Only one can have SQLite. */
  processes?: number;
}

/** The processes of a stage, and who of them takes the next request. */
class Processes {
  private readonly away = new Set<RunningServer>();
  private turn = 0;

  constructor(readonly all: readonly RunningServer[]) {}

  /** The next one of those that are there; the first one when there is none. */
  get next(): RunningServer {
    const there = this.all.filter((server) => !this.away.has(server));
    this.turn += 1;
    return (there[this.turn % there.length] ?? this.all[0]) as RunningServer;
  }

  /** All in one: whoever asks for the address is told that of the next one. */
  asOne(): ServerUnderTest {
    const next = () => this.next.url;
    return {
      ...(this.all[0] as RunningServer),
      get url() {
        return next();
      },
    };
  }

  /** Nobody is sent to some of them any more; then they end, one way or the other. */
  async end(gone: readonly RunningServer[], how: 'kill' | 'stop'): Promise<void> {
    for (const server of gone) this.away.add(server);
    await Promise.all(gone.map((server) => server[how]()));
  }

  /** Starts those that do not run. */
  async startAll(): Promise<void> {
    await Promise.all(this.all.map(async (server) => server.isRunning() || server.start()));
    this.away.clear();
  }

  /** Waits until each says that it can work. */
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

/** How processes end: the only one, or one of several and all of them. */
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

/** Starts it all. */
export async function openStage({ databaseUrl, processes: count = 1 }: StageSettings = {}): Promise<Stage> {
  const clock = newServerClock();
  const store = await startObjectStore();
  const smtp = await openSmtpSink();
  const redis = findRedis() ? await startRedis() : undefined;
  const storeUrl = new URL(store.url);
  const endpoint = storeUrl.searchParams.get('endpoint') ?? '';
  const gates = {
    'the object store': await openGate(portOf(endpoint)),
    'the mail server': await openGate(portOf(smtp.url)),
    ...(redis && { Redis: await openGate(portOf(redis.url)) }),
    ...(databaseUrl !== undefined && { 'the database': await openGate(portOf(databaseUrl)) }),
  };
  storeUrl.searchParams.set('endpoint', new URL(throughGate(endpoint, gates['the object store'])).origin);
  const { Redis: redisGate, 'the database': databaseGate } = gates;
  const settings = {
    ...clock.settings,
    ...store.credentials,
    SERVER_SECRET: randomBytes(16).toString('hex'),
    // By default a process looks once a minute for what another one has left behind.
    TASK_POLL_DELAY: '1',
    // Nothing that was made is over within a run.
    EXPORT_TTL: String(365 * 24 * 3600),
    BLOB_URL: storeUrl.href,
    MAIL_URL: throughGate(smtp.url, gates['the mail server']),
    ...(redis && redisGate && { REDIS_URL: throughGate(redis.url, redisGate) }),
    ...(databaseUrl !== undefined &&
      databaseGate && { DATABASE_URL: throughGate(databaseUrl, databaseGate) }),
  };
  const servers: RunningServer[] = [];
  // One after the other: each finds the tables as it needs them.
  while (servers.length < count) servers.push(await startServer(settings));
  const processes = new Processes(servers);
  const faults: Fault[] = [
    ...deaths(processes),
    ...Object.entries(gates).map(([name, gate]) => ({
      name: `${name} is cut off`,
      isDeath: false,
      begin: () => gate.shut(),
      end: () => gate.open(),
    })),
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
    ...{ faults, restore, mails: smtp.mails },
    async close() {
      for (const gate of Object.values(gates)) gate.open();
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(Object.values(gates).map((gate) => gate.close()));
      await Promise.all([store.close(), smtp.close(), redis?.kill()]);
      clock.close();
    },
  };
}
