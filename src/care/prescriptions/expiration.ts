/** Days during which a submitted prescription can be claimed. */
export const validDays = 90;

const day = 24 * 60 * 60_000;

/** Expiration time of a prescription that is submitted now. Milliseconds since the epoch. */
export const expirationFrom = (submittedTime: number): number => submittedTime + validDays * day;
