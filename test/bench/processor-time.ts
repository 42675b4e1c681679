import { readFileSync } from 'node:fs';

/** Milliseconds of a tick of `/proc`: Linux counts a hundred in a second. */
const tick = 10;

/** What a process has computed so far, outside and within the kernel, in milliseconds, as Linux tells it. */
function processorTimes(pid: number): [user: number, kernel: number] {
  // The name of the program stands in parentheses and may contain anything; the times are the 12th and 13th field after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(fields[11]) * tick, Number(fields[12]) * tick];
}

/** What a process has computed so far, outside the kernel, in milliseconds. */
export const processorTime = (pid: number): number => processorTimes(pid)[0];

/** The same, and what the kernel has done for it. */
export function wholeProcessorTime(pid: number): number {
  const [user, kernel] = processorTimes(pid);
  return user + kernel;
}
