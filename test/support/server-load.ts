import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from './server-process';

/** The load that some work caused in a process. */
export interface Load<Result> {
  result: Result;
  /** The longest time without response of `/healthz`, in milliseconds. */
  longestSilence: number;
  /** Peak resident memory, in mebibytes. */
  peakMemory: number;
}

/** Resident memory of a server in mebibytes; NaN if the system does not report it. */
function residentMemory(server: RunningServer): number {
  try {
    const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** Monitors a server from outside during some work. */
export async function loadDuring<Result>(
  server: RunningServer,
  work: () => Promise<Result>,
): Promise<Load<Result>> {
  let working = true;
  let longestSilence = 0;
  let peakMemory = 0;
  const watching = (async () => {
    while (working) {
      const asked = performance.now();
      await (await fetch(`${server.url}/healthz`)).text();
      longestSilence = Math.max(longestSilence, performance.now() - asked);
      peakMemory = Math.max(peakMemory, residentMemory(server) || 0);
      await pause(2);
    }
  })();
  try {
    const result = await work();
    working = false;
    await watching;
    return { result, longestSilence, peakMemory };
  } finally {
    working = false;
  }
}

/** How often a process has a file open; undefined if the system does not report it. */
export function openings(server: RunningServer, file: string): number | undefined {
  const folder = `/proc/${server.pid()}/fd`;
  try {
    return readdirSync(folder).filter((name) => readlinkOrNull(`${folder}/${name}`) === file).length;
  } catch {
    return undefined;
  }
}

function readlinkOrNull(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
