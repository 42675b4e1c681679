/** Told how much of some work is done, in units of the work's own. */
export type TellProgress = (done: number, total: number) => void;
