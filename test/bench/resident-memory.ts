import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Resident memory of a process in mebibytes: before some work, and the peak during it. */
export interface PeakMemory {
  before: number;
  peak: number;
}

/** Resident memory of a process in mebibytes, from Linux. */
export function residentMemory(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

/** The resident memory of a process before and during some work. */
export async function memoryDuring(pid: number, work: () => Promise<unknown>): Promise<PeakMemory> {
  const before = residentMemory(pid);
  let peak = before;
  let working = true;
  const sampling = (async () => {
    while (working) {
      peak = Math.max(peak, residentMemory(pid));
      await pause(5);
    }
  })();
  try {
    await work();
  } finally {
    working = false;
    await sampling;
  }
  return { before, peak };
}
