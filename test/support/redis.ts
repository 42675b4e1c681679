import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, killChild, startChild, waitUntilReady } from './child';
import { findProgram } from './installed-programs';

/** A private Redis server. */
export interface TestRedis {
  url: string;
  /** Kills it. */
  kill(): Promise<void>;
  /** Restarts it on the same port. */
  start(): Promise<void>;
  /** Freezes it: connections stay open, new ones are accepted, and nothing responds. */
  freeze(): void;
  /** Thaws it. */
  thaw(): void;
}

/** The Redis server of this machine. */
export const findRedis = (): string | undefined => findProgram('redis-server', 'valkey-server');

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('PING\r\n'));
    socket.once('data', (bytes) => resolve(bytes.toString().startsWith('+PONG')));
    socket.once('error', () => resolve(false));
  });

/** Starts a Redis server without persistence. Throws when none is installed. */
export async function startRedis(): Promise<TestRedis> {
  const command = findRedis();
  if (!command) throw new Error('No redis-server is installed.');
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-redis-'));
  const logFile = join(folder, 'redis.log');
  const port = await freePort();
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const start = async () => {
    mkdirSync(folder, { recursive: true });
    const child = startChild({
      command,
      arguments: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      env: process.env,
      logFile,
    });
    await waitUntilReady(child, logFile, () => answers(port));
    return child;
  };
  let child = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      await killChild(child);
      rmSync(folder, { recursive: true, force: true });
    },
    async start() {
      child = await start();
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
