import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './sqlite-error';

/** Milliseconds for which somebody waits for another process that keeps the file. */
export const longestWait = 10_000;

/** Milliseconds. The pauses differ, so that processes that wait for the same one do not come back together. */
const longestPause = 10;

/**
 * Tries something again while another process keeps the file, up to an instant (`performance.now()`). SQLite would wait by
 * itself, and keep the event loop meanwhile.
 */
export async function patiently<Result>(
  deadline: number,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await pause(Math.random() * longestPause);
    }
  }
}
