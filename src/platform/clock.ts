/**
 * The current instant in milliseconds since the epoch. The only place that reads the clock, so that tests can change
 * it.
 */
export const now = (): number => Date.now();

/** `YYYY-MM-DDThh:mm:ss.sssZ` of an instant in milliseconds since the epoch. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
