import { setTimeout as pause } from 'node:timers/promises';

/** When something that should happen by itself counts as not happening, in milliseconds; see `roundLimit`. */
const patience = 15_000;
/** The same for what a killed process was at: another one takes it over when the lease is over, after a minute. */
const patienceWithLeases = 90_000;
/** A round counts as no more than this, so that a busy machine, on which each takes longer, has as many of them. */
const roundLimit = 250;
/** When a question counts as one that is never answered. */
const answerLimit = 60_000;
const interval = 25;

type Ask<T> = () => Promise<T | undefined> | T | undefined;

/**
 * Asks again and again until there is an answer, and returns it. Throws when there is none in time, some seconds on a
 * machine that has nothing else to do.
 *
 * @param what what is waited for, for the error
 */
export const waitFor = <T>(what: string, ask: Ask<T>): Promise<T> => wait(what, ask, patience);

/** `waitFor` for what a killed process was at. */
export const waitForTakeover = <T>(what: string, ask: Ask<T>): Promise<T> =>
  wait(what, ask, patienceWithLeases);

/** `waitFor` for what comes of the background work for a whole clinic that was just loaded. */
export const waitForBackground = waitForTakeover;

/** What comes without being asked for. Throws when it does not come in time. */
export async function inTime<T>(what: string, coming: Promise<T>): Promise<T> {
  let isOver = false;
  const waiting = waitFor(what, () => isOver || undefined);
  try {
    return await Promise.race([coming, waiting.then(() => coming)]);
  } finally {
    isOver = true;
  }
}

async function wait<T>(what: string, ask: Ask<T>, limit: number): Promise<T> {
  for (let waited = 0; ;) {
    // Tests move the clock; this one goes on.
    const begun = performance.now();
    const answer = await answered(what, ask);
    if (answer !== undefined) return answer;
    if (waited > limit) throw new Error(`Waited in vain for ${what}.`);
    await pause(interval);
    waited += Math.min(performance.now() - begun, roundLimit);
  }
}

async function answered<T>(what: string, ask: Ask<T>): Promise<T | undefined> {
  const given = new AbortController();
  const waiting = pause(answerLimit, undefined, { ref: false, signal: given.signal });
  const inVain = waiting.then(() => {
    throw new Error(`Waited in vain for ${what}: a question was never answered.`);
  });
  try {
    return await Promise.race([ask(), inVain]);
  } finally {
    given.abort();
  }
}
