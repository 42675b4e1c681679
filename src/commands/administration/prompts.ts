import { confirm, isCancel, spinner } from '@clack/prompts';

const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks the operator; undefined if nobody can be asked. */
export async function askYesOrNo(message: string): Promise<boolean | undefined> {
  if (!isInteractive()) return undefined;
  const answer = await confirm({ message, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}

/** Shows on a terminal that something takes long. */
export async function whileWaiting<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  if (!isInteractive()) return work();
  const shown = spinner({ output: process.stderr, indicator: 'timer' });
  shown.start(what);
  try {
    const result = await work();
    shown.stop(what);
    return result;
  } catch (error) {
    shown.error(what);
    throw error;
  }
}
