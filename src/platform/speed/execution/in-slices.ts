/**
 * Runs work that pauses now and then. What it loads meanwhile is loaded together, at its end. A pause throws when the
 * operation has ended.
 */
export type InSlices = <Result>(work: (pause: () => Promise<void>) => Promise<Result>) => Promise<Result>;
