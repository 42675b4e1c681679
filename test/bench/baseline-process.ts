import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startChild, stopChild, waitUntilReady } from '../support/child';

/** A baseline process: does by hand what the service does. */
export interface Baseline {
  url: string;
  pid: number;
  close(): Promise<void>;
}

/** Starts one of the programs of `baselines/` on a free port of the loopback interface. */
export async function startBaseline(name: string, databaseUrl: string): Promise<Baseline> {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-bench-'));
  const logFile = join(folder, 'baseline.log');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startChild({
    command: process.execPath,
    arguments: [join(__dirname, 'baselines', `${name}.js`)],
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: databaseUrl },
    logFile,
  });
  await waitUntilReady(child, logFile, async () => (await fetch(`${url}/readyz`)).status === 200);
  const close = () =>
    stopChild(child, logFile).finally(() => rmSync(folder, { recursive: true, force: true }));
  return { url, pid: child.pid ?? 0, close };
}
