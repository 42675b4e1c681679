import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a process may take to end on request: more than the 25 s that `docs/health.md` promises. */
const stopDeadline = 40_000;
/** Milliseconds after which a process that does not become ready is given up. */
const startDeadline = 120_000;

export interface ChildSettings {
  command: string;
  arguments: string[];
  env: NodeJS.ProcessEnv;
  /** File that receives standard output and standard error; later runs append to it. */
  logFile: string;
  /** The folder it runs in; that of the repository by default. */
  folder?: string;
  /** For programs that end with their standard input. */
  keepInputOpen?: boolean;
}

/** Starts a program whose output goes to a file. It is killed when this process ends, at the latest. */
export function startChild(settings: ChildSettings): ChildProcess {
  const log = openSync(settings.logFile, 'a');
  const child = spawn(settings.command, settings.arguments, {
    env: settings.env,
    cwd: settings.folder,
    stdio: [settings.keepInputOpen ? 'pipe' : 'ignore', log, log],
  });
  closeSync(log);
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
  // Without a listener the error would end this process; waitUntilReady reports it, because the child never gets a pid.
  child.once('error', () => process.off('exit', killNow));
  return child;
}

export const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/**
 * Waits until `isReady` returns true. Throws, with the end of the log, when the process ends before or takes too long.
 */
export async function waitUntilReady(child: ChildProcess, logFile: string, isReady: () => Promise<boolean>) {
  const deadline = Date.now() + startDeadline;
  while (!(await isReady().catch(() => false))) {
    if (!isRunning(child)) throw new Error(`The process ended before it was ready.\n${tail(logFile)}`);
    if (Date.now() > deadline) {
      await killChild(child);
      throw new Error(`The process did not become ready.\n${tail(logFile)}`);
    }
    await pause(50);
  }
}

/** Asks a process to end and waits for it. If it does not end, kills it and throws. */
export async function stopChild(child: ChildProcess, logFile: string): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit').then(() => true);
  child.kill('SIGTERM');
  const inTime = await Promise.race([ended, pause(stopDeadline, false, { ref: false })]);
  if (inTime) return;
  await killChild(child);
  throw new Error(`Process ${child.pid} did not end within ${stopDeadline} ms of SIGTERM.\n${tail(logFile)}`);
}

/** Ends a process at once, as a power failure would. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Below the ports that systems hand out by themselves (32768 and above on Linux, 49152 elsewhere). */
const ports = { min: 20_000, max: 32_000 };
/** Each of Jest's workers has a range of its own, so that two of them never choose the same port at once. */
const rangeSize = 1_000;
const ranges = (ports.max - ports.min) / rangeSize;
const firstInRange =
  ports.min + (Number(process.env.JEST_WORKER_ID ?? randomInt(ranges)) % ranges) * rangeSize;
let lastPort = randomInt(rangeSize);

/** The next port of this process; the same one comes again only after all others of its range. */
function nextPort(): number {
  lastPort = (lastPort + 1) % rangeSize;
  return firstInRange + lastPort;
}

/**
 * A free TCP port of the loopback interface. It stays free while a program that used it is stopped, because no
 * outgoing connection gets it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort();
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** By shape: in a test, errors of Node.js are not instances of its `Error`. */
const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === 'EADDRINUSE';

/** The end of a log file. */
export function tail(logFile: string, lines = 40): string {
  if (!existsSync(logFile)) return '';
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
