/** Milliseconds that a worker holds a message. */
export const leaseTime = 60_000;

const firstRetryDelay = 1_000;

/** Milliseconds. */
export const longestRetryDelay = 10 * 60_000;

/** Doubles with each failed attempt, up to ten minutes. */
export const retryDelay = (attempts: number): number =>
  Math.min(firstRetryDelay * 2 ** Math.min(attempts - 1, 20), longestRetryDelay);
