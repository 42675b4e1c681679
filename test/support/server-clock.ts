import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { api } from './api';
import type { RunningServer } from './server-process';
import { waitFor } from './wait-until';

/** The clock of server processes, which a test sets as it likes. */
export interface ServerClock {
  /** What the environment of a server needs whose clock this is. */
  settings: NodeJS.ProcessEnv;
  /** The time of the servers, in milliseconds since the epoch. */
  now(): number;
  /** Sets the clock on, or back, and waits until those of the servers that run have seen it. */
  step(milliseconds: number, ...servers: RunningServer[]): Promise<void>;
  close(): void;
}

/** So far the clock of a server may be from ours when the step is seen: much less than any step, more than a request takes. */
const tolerance = 30_000;

/** Makes a clock that shows the right time until it is set. */
export function newServerClock(): ServerClock {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const now = () => Date.now() + ahead;
  const show = async (server: RunningServer) => {
    const pid = server.pid();
    if (!server.isRunning() || pid === undefined) return;
    process.kill(pid, 'SIGUSR2');
    await waitFor('the clock of the server to be set', async () => {
      const { body } = await api(server).get('/v1/time');
      return Math.abs(Date.parse(body.data.time) - now()) < tolerance ? true : undefined;
    });
  };
  return {
    settings: { CLOCK_FILE: file, NODE_OPTIONS: `--require ${resolve('test/support/stepped-clock.cjs')}` },
    now,
    async step(milliseconds, ...servers) {
      ahead += milliseconds;
      writeFileSync(file, String(ahead));
      await Promise.all(servers.map(show));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
