/** Durations of both sides of a comparison, in milliseconds. */
export interface Comparison {
  /** Ours divided by theirs: the median of the ratios of all rounds. */
  ratio: number;
  ours: number;
  theirs: number;
}

/** One side of a comparison: runs once and returns its duration in milliseconds. */
export type Side = () => Promise<number>;

/**
 * Measures two sides alternately, so that other load on the machine affects both. The first round of each side is a
 * warm-up and does not count.
 */
export async function compare(rounds: number, ours: Side, theirs: Side): Promise<Comparison> {
  const measured: [ours: number, theirs: number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await ours(), await theirs()];
    if (round > 0) measured.push(pair);
  }
  return {
    ratio: median(measured.map(([one, other]) => one / other)),
    ours: median(measured.map(([one]) => one)),
    theirs: median(measured.map(([, other]) => other)),
  };
}

/** Runs `work` and returns its duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
