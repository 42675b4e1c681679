import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { api } from './api';
import type { RunningServer } from './server-process';
import { waitFor } from './wait-until';

/** The clock of server processes, controlled by a test. */
export interface ServerClock {
  /** Environment variables for a server with this clock. */
  settings: NodeJS.ProcessEnv;
  /** The servers' time, in milliseconds since the epoch. */
  now(): number;
  /** Moves the clock forward or backward, and waits until running servers have applied it. */
  step(milliseconds: number, ...servers: RunningServer[]): Promise<void>;
  close(): void;
}

/** Maximum difference from our clock after a step: much less than any step, more than a request takes. */
const tolerance = 30_000;

/** Creates a clock that shows the real time until it is moved. */
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
