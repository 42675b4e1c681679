import { api } from '../support/api';
import { startObjectStore } from '../support/object-store';
import { findRedis, startRedis } from '../support/redis';
import { newServerClock, type ServerClock } from '../support/server-clock';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { openGate, throughGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';

/** Something that goes wrong for a while. */
export interface Fault {
  name: string;
  /** Whether the process is gone meanwhile. */
  isDeath: boolean;
  begin: () => Promise<void> | void;
  /** Makes it good again. Fine when it never began. */
  end: () => Promise<void> | void;
}

/** A server with everything that it stands on, each behind a gate, and whatever can go wrong with it. */
export interface Stage {
  server: RunningServer;
  clock: ServerClock;
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

/** Starts it all, with an empty database: that of the URL, or SQLite. */
export async function openStage(databaseUrl?: string): Promise<Stage> {
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
  const server = await startServer({
    ...clock.settings,
    ...store.credentials,
    BLOB_URL: storeUrl.href,
    MAIL_URL: throughGate(smtp.url, gates['the mail server']),
    ...(redis && redisGate && { REDIS_URL: throughGate(redis.url, redisGate) }),
    ...(databaseUrl !== undefined &&
      databaseGate && { DATABASE_URL: throughGate(databaseUrl, databaseGate) }),
  });
  const ready = () =>
    waitFor('the server to be ready', () =>
      api(server)
        .get('/readyz')
        .then(
          ({ status }) => (status === 200 ? undefined : status),
          () => 0,
        )
        .then((missing) => (missing === undefined ? true : undefined)),
    ).then(() => undefined);
  const start = async () => {
    if (!server.isRunning()) await server.start();
  };
  const faults: Fault[] = [
    { name: 'the process is killed', isDeath: true, begin: () => server.kill(), end: start },
    { name: 'the process is stopped', isDeath: true, begin: () => server.stop(), end: start },
    ...Object.entries(gates).map(([name, gate]) => ({
      name: `${name} is cut off`,
      isDeath: false,
      begin: () => gate.shut(),
      end: () => gate.open(),
    })),
  ];
  const restore = async () => {
    for (const { end } of [...faults].reverse()) await end();
    await ready();
  };
  return {
    ...{ server, clock, faults, ready, restore, mails: smtp.mails },
    async close() {
      for (const gate of Object.values(gates)) gate.open();
      await server.close();
      await Promise.all(Object.values(gates).map((gate) => gate.close()));
      await Promise.all([store.close(), smtp.close(), redis?.kill()]);
      clock.close();
    },
  };
}
