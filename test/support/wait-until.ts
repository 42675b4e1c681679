import { setTimeout as pause } from 'node:timers/promises';

/** When something that should happen by itself counts as not happening, in milliseconds. */
const deadline = 60_000;
const interval = 25;

/**
 * Asks again and again until there is an answer, and returns it. Throws when there is none in time.
 *
 * @param what what is waited for, for the error
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  // Tests move the clock; this one goes on.
  const end = performance.now() + deadline;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await pause(interval);
  }
}
