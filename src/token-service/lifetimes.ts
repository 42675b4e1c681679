const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a code waits for its exchange, in milliseconds. */
export const codeLifetime = minute;

/** How long a second use of a code is noticed, in milliseconds after its expiry. */
export const usedCodeMemory = day;

/** How long a log-in may take from the first page to the code, in milliseconds. */
export const attemptLifetime = 30 * minute;

/** A session of a browser: its longest gap between two uses and its longest life, in milliseconds. */
export const signOnLimits = { idle: 8 * hour, maximum: 24 * hour };

/** The same for a person who asked to be remembered. */
export const rememberedLimits = { idle: 7 * day, maximum: 30 * day };

/** Longest gap between two refreshes of an offline session, in milliseconds. It has no other end. */
export const offlineIdle = 45 * day;
