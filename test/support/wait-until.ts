import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which something that should happen by itself counts as not happening; see `roundLimit`. */
const timeout = 15_000;
/** The same for the work of a killed process: another one takes it over when the lease expires, after a minute. */
const timeoutWithLeases = 90_000;
/** Maximum time counted per round, so that a busy machine gets as many rounds. */
const roundLimit = 250;
/** Time after which a poll counts as unanswered. */
const answerLimit = 30_000;
const interval = 25;

/** Not `false`, which would end the waiting; nor a promise, of which TypeScript would not see what it is for. */
type Result = (object & { then?: undefined }) | string | number | bigint | true | null;

type Ask<T extends Result> = () => Promise<T | undefined> | T | undefined;

/**
 * Polls until there is a result, and returns it. Throws when there is none in time, a few seconds on an idle machine.
 *
 * @param what description of the result, for the error
 */
export const waitFor = <T extends Result>(what: string, ask: Ask<T>): Promise<T> => wait(what, ask, timeout);

/** `waitFor` for the work of a killed process. */
export const waitForTakeover = <T extends Result>(what: string, ask: Ask<T>): Promise<T> =>
  wait(what, ask, timeoutWithLeases);

/** `waitFor` for background work on a whole clinic that was just loaded. */
export const waitForBackground = waitForTakeover;

/** Waits for something that arrives without polling. Throws when it does not arrive in time. */
export async function inTime<T>(what: string, coming: Promise<T>): Promise<T> {
  let isOver = false;
  const waiting = waitFor(what, () => isOver || undefined);
  try {
    return await Promise.race([coming, waiting.then(() => coming)]);
  } finally {
    isOver = true;
  }
}

async function wait<T extends Result>(what: string, ask: Ask<T>, limit: number): Promise<T> {
  for (let waited = 0; ;) {
    // Tests move the clock; this one is unaffected.
    const begun = performance.now();
    const answer = await answered(what, ask);
    if (answer !== undefined) return answer;
    if (waited > limit) throw new Error(`Waited in vain for ${what}.`);
    await pause(interval);
    waited += Math.min(performance.now() - begun, roundLimit);
  }
}

async function answered<T extends Result>(what: string, ask: Ask<T>): Promise<T | undefined> {
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
