import { readFileSync } from 'node:fs';

/** Milliseconds of a tick of `/proc`: Linux counts a hundred in a second. */
const tick = 10;

/** What a process has computed so far, outside the kernel, in milliseconds, as Linux tells it. */
export function processorTime(pid: number): number {
  // The name of the program stands in parentheses and may contain anything; the user time is the 12th field after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]) * tick;
}
