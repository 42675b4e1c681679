import { confirm, isCancel, progress, spinner } from '@clack/prompts';
import type { ReportProgress } from '../../platform/progress';

const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks the operator; undefined if nobody can be asked. */
export async function askYesOrNo(message: string): Promise<boolean | undefined> {
  if (!isInteractive()) return undefined;
  const answer = await confirm({ message, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}

/** Shows on a terminal that something takes long, and how far it is where only that is known. */
export async function whileWaiting<Result>(
  what: string,
  work: (say: (state: string) => void) => Promise<Result>,
): Promise<Result> {
  if (!isInteractive()) return work(() => undefined);
  const shown = spinner({ output: process.stderr, indicator: 'timer' });
  shown.start(what);
  try {
    const result = await work((state) => shown.message(`${what} (${state})`));
    shown.stop(what);
    return result;
  } catch (error) {
    shown.error(what);
    throw error;
  }
}

const parts = 100;

/** Shows on a terminal how much of something is done whose size is known. */
export async function whileCounting<Result>(
  what: string,
  work: (report: ReportProgress) => Promise<Result>,
): Promise<Result> {
  if (!isInteractive()) return work(() => undefined);
  const bar = progress({ output: process.stderr, max: parts });
  let shown = 0;
  bar.start(what);
  try {
    const result = await work((done, total) => {
      const part = Math.floor((done / total) * parts);
      if (part > shown) bar.advance(part - shown, `${what} (${part} %)`);
      shown = Math.max(shown, part);
    });
    bar.stop(what);
    return result;
  } catch (error) {
    bar.error(what);
    throw error;
  }
}
