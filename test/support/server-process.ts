import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, isRunning, killChild, startChild, stopChild, waitUntilReady } from './child';
import { newFastFolder } from './fast-folder';
import {
  describeServer,
  verificationSecret,
  verificationToken,
  type ServerPlace,
  type ServerUnderTest,
} from './server';

/** The command that `npm start` runs. Tests run in the root folder of the repository. */
const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
  scripts: { start: string };
};
const startArguments = scripts.start.split(' ').slice(1);
const program = resolve(startArguments.pop() ?? '');

/** A server process that a test can start and stop. */
export interface RunningServer extends ServerUnderTest {
  folder: string;
  /** The running process; a new one after each start. */
  pid(): number | undefined;
  isRunning(): boolean;
  /** Restarts it on the same port with the same data, and waits until it is ready. */
  start(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. Throws when it does not end. */
  stop(): Promise<void>;
  /** Sends SIGKILL, so that the process cannot finish anything. */
  kill(): Promise<void>;
  /** The content of its log. */
  logs(): string;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

const started = new Set<RunningServer>();

/**
 * Starts a server from the build, on a free port of the loopback interface, with a SQLite database, mail and blobs in
 * its own folder. Waits until it is ready. Throws with the end of its log if it does not become ready.
 *
 * @param env overrides of these defaults; `undefined` removes a setting
 * @param from the program to start; the one that `npm start` runs if absent
 */
export async function startServer(env: NodeJS.ProcessEnv = {}, from = program): Promise<RunningServer> {
  const server = await newServer(env, from);
  await server.start();
  return server;
}

/** The same without starting it. */
export async function newServer(env: NodeJS.ProcessEnv = {}, from = program): Promise<RunningServer> {
  if (!existsSync(from)) throw new Error(`${from} is missing: run npm run build first.`);
  const folder = newFastFolder('glycograph-');
  const settings: NodeJS.ProcessEnv = { ...(await defaultSettings(folder)), ...env };
  const server = serverProcess(from, settings, {
    url: `http://127.0.0.1:${settings.PORT}`,
    dialect: settings.DATABASE_URL?.startsWith('mysql:') ? 'mysql' : 'sqlite',
    serverSecret: settings.SERVER_SECRET ?? '',
    folder,
  });
  started.add(server);
  return server;
}

/** Stops every server that this process has started and not closed. Throws when one of them does not stop. */
export async function closeStartedServers(): Promise<void> {
  await Promise.all([...started].map((server) => server.close()));
}

async function defaultSettings(folder: string): Promise<NodeJS.ProcessEnv> {
  const port = await freePort();
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `sqlite:${join(folder, 'glycograph.db')}`,
    MAIL_URL: `file:${join(folder, 'mail')}`,
    BLOB_URL: `file:${join(folder, 'blobs')}`,
    SERVER_SECRET: randomBytes(16).toString('hex'),
    VERIFICATION_SECRET: verificationSecret,
    REDOX_VERIFICATION_TOKEN: verificationToken,
    WAITING_ROWS_FOLDER: join(folder, 'waiting-rows'),
    LOG_LEVEL: 'warn',
    // Tests create thousands of accounts.
    PASSWORD_HASH_MEMORY: '64',
    // All tests log in from one address.
    LOGIN_ATTEMPTS: '100000',
  };
}

/** Required environment variables. Settings in the developer's shell must not reach the server. */
const surroundings = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, TZ, MUTANTS_SOCKET } = process.env;
  // As in the container image: libraries leave checks out that only developers need.
  const NODE_ENV = 'production';
  return { PATH, HOME, TMPDIR, TZ, NODE_ENV, ...(MUTANTS_SOCKET && switchable(MUTANTS_SOCKET)) };
};

/** Lets mutants be switched on and off while the server runs; see `test/mutants`. */
const switchable = (socket: string): NodeJS.ProcessEnv => ({
  MUTANTS_SOCKET: socket,
  NODE_OPTIONS: `--require ${JSON.stringify(resolve('test/mutants/switch.js'))}`,
});

function serverProcess(from: string, settings: NodeJS.ProcessEnv, place: ServerPlace): RunningServer {
  const description = describeServer(place);
  const { logFile } = description;
  let child: ChildProcess | undefined;
  const server: RunningServer = {
    ...description,
    folder: place.folder,
    pid: () => child?.pid,
    isRunning: () => child !== undefined && isRunning(child),
    async start() {
      if (server.isRunning()) throw new Error('The server is already running.');
      child = startChild({
        command: process.execPath,
        arguments: [...startArguments, from],
        env: { ...surroundings(), ...settings },
        logFile,
      });
      await waitUntilReady(child, logFile, async () => (await fetch(`${place.url}/readyz`)).status === 200);
    },
    async stop() {
      if (child) await stopChild(child, logFile);
    },
    async kill() {
      if (child) await killChild(child);
    },
    logs: () => readFileSync(logFile, 'utf8'),
    async close() {
      started.delete(server);
      await server.stop();
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
  return server;
}
