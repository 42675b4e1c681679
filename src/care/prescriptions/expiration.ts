/** For how long a submitted prescription can be claimed. */
export const validDays = 90;

const day = 24 * 60 * 60_000;

/** Until when a prescription that is submitted now can be claimed. Milliseconds since the epoch. */
export const expirationFrom = (submittedTime: number): number => submittedTime + validDays * day;
