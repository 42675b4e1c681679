import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, killChild, startChild, waitUntilReady } from './child';
import { findProgram } from './installed-programs';

/** A Redis server of a test's own. */
export interface TestRedis {
  url: string;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Lets it do nothing any more: its connections stay open, new ones come about, and nobody is answered. */
  freeze(): void;
  /** Lets it go on. */
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

/** Starts a Redis server that keeps nothing. Throws when none is installed. */
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
