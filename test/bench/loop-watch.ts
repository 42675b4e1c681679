import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';
import type { Delays } from './idle-process';

/** Milliseconds of processor time of the main thread. */
interface Held extends Delays {
  /** All of it. */
  total: number;
}

/** Measures the event loop of a server from within. */
export interface LoopWatch {
  /** Settings of the server. */
  env: NodeJS.ProcessEnv;
  /** Figures since the last call, in milliseconds of processor time. */
  read(server: RunningServer): Promise<Held>;
}

/** Creates a watch for one server. */
export function newLoopWatch(): LoopWatch {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-loop-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'figures.json');
  return {
    env: {
      LOOP_WATCH_FILE: file,
      NODE_OPTIONS: `--require ${JSON.stringify(resolve('test/bench/watch-loop.cjs'))}`,
    },
    async read(server) {
      rmSync(file, { force: true });
      process.kill(server.pid() ?? 0, 'SIGUSR2');
      return waitFor('the figures of the event loop', () => Promise.resolve(readOrNothing(file)));
    },
  };
}

function readOrNothing(file: string): Held | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Held;
  } catch {
    return undefined;
  }
}
