import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './sqlite-error';

/** Milliseconds to wait for another process that has locked the file. */
export const longestWait = 10_000;

/** Milliseconds. The pauses vary, so that waiting processes do not come back together. */
const longestPause = 10;

/**
 * Retries while another process has locked the file, until an instant (`performance.now()`). SQLite's own waiting
 * would block the event loop.
 */
export async function retryWhileBusy<Result>(
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
