import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per tick in `/proc`: Linux counts a hundred a second. */
const tick = 10;

/** User and system time of a process in milliseconds, from Linux. */
function processorTimes(pid: number): [user: number, kernel: number] {
  // The program name is in parentheses and may contain anything; the times are the 12th and 13th field after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(fields[11]) * tick, Number(fields[12]) * tick];
}

/** User time of a process in milliseconds. */
export const processorTime = (pid: number): number => processorTimes(pid)[0];

/** User and system time of a process in milliseconds. */
export function wholeProcessorTime(pid: number): number {
  const [user, kernel] = processorTimes(pid);
  return user + kernel;
}

/**
 * User and system time of the running threads of a process in milliseconds, to the microsecond: for work that takes less
 * than a second, by processes whose threads do not end meanwhile.
 */
export const exactProcessorTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    )
    .reduce((sum, time) => sum + time, 0);

/** User and system time in milliseconds that a process takes for each of some calls, which run one after the other. */
export async function processorTimePerCall(
  pid: number,
  calls: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const before = wholeProcessorTime(pid);
  for (let count = 0; count < calls; count += 1) await call();
  return (wholeProcessorTime(pid) - before) / calls;
}
