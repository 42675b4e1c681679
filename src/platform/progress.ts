/** Called with how much of some work is done, in units of the work's own. */
export type ReportProgress = (done: number, total: number) => void;
