import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How far memory may grow beyond what is in use before it is cleaned up, in percent. V8 lets it grow fourfold, so that a
 * long export would take hundreds of megabytes that nobody needs.
 */
const memoryGrowth = 50;

/**
 * When marking begins, in percent of the memory that is left to grow. V8 begins far earlier, at small heaps nearly
 * always: writes to old objects are slower as long as it marks.
 */
const markingStart = { soft: 70, hard: 90 };

/**
 * How much the young generation grows at once while the process starts, and from then on, as a factor. What a start makes
 * lives on, so the young generation would grow to 128 MB, which then stay for nothing.
 */
const growthOfYoung = { atStart: 1, later: 2 };

const setGrowthOfYoung = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/**
 * Sets the flags of V8 for a process that serves. It is the only place that does: no flags stand on command lines, so
 * each way to start the service gets the same.
 */
export function setV8Flags(): void {
  setFlagsFromString(`--heap-growing-percent=${memoryGrowth}`);
  setFlagsFromString(`--incremental-marking-soft-trigger=${markingStart.soft}`);
  setFlagsFromString(`--incremental-marking-hard-trigger=${markingStart.hard}`);
  setGrowthOfYoung(growthOfYoung.atStart);
}

/**
 * Frees what only the start needed: half of the memory in use then, which V8 would otherwise keep until the process is busy.
 * Takes between one and two tenths of a second, so it must run before requests are accepted.
 */
export function freeStart(): void {
  // It frees compiled code, too, which the next start is to find.
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  // The only kind that returns the memory to the system at once.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** From now on the young generation may grow with the work, as V8 does by itself. */
export const endStart = (): void => setGrowthOfYoung(growthOfYoung.later);
