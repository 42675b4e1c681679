import { flushCompileCache } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
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

/** How much the young generation grows at once, as a factor. */
const growthOfYoung = { none: 1, some: 2 };

/**
 * Bytes of the young generation from which it stays as it is. V8 would let it grow to four times as much, for the same
 * processor time: what a request leaves behind is dead by the next collection. Of many requests in progress, more is alive
 * then, and copied: with half of it, their dashboards take a tenth more. A long read alone needs no more than that half.
 */
const largestYoung = { forFewRequests: 16 * 1024 * 1024, forMany: 32 * 1024 * 1024 };

/** Requests in progress that count as many. */
const many = 3;

let growth: number | undefined;
let isWatched = false;
let requestsInProgress = (): number => 0;

function setGrowthOfYoung(factor: number): void {
  if (factor !== growth) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  growth = factor;
}

function limitYoung(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  const largest = requestsInProgress() < many ? largestYoung.forFewRequests : largestYoung.forMany;
  const isSmall = !young || young.space_size < largest;
  setGrowthOfYoung(isSmall ? growthOfYoung.some : growthOfYoung.none);
}

/**
 * Sets the flags of V8 for a process that serves. It is the only place that does: no flags stand on command lines, so
 * each way to start the service gets the same.
 */
export function setV8Flags(): void {
  setFlagsFromString(`--heap-growing-percent=${memoryGrowth}`);
  setFlagsFromString(`--incremental-marking-soft-trigger=${markingStart.soft}`);
  setFlagsFromString(`--incremental-marking-hard-trigger=${markingStart.hard}`);
  // Where objects of a few requests happen to survive, V8 would create all later ones in the old generation.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // What a start makes lives on, so the young generation would grow, and keep its size for nothing.
  setGrowthOfYoung(growthOfYoung.none);
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

/**
 * From now on the young generation may grow with the work, up to a limit. V8 reads that of its own flag only when the process
 * begins. Repeating it replaces the count.
 *
 * @param inProgress counts the requests that the process works on, or keeps waiting
 */
export function endStart(inProgress = requestsInProgress): void {
  requestsInProgress = inProgress;
  limitYoung();
  if (isWatched) return;
  isWatched = true;
  new PerformanceObserver(limitYoung).observe({ entryTypes: ['gc'] });
}
