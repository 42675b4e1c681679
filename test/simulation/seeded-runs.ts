import type { OnDatabase } from '../support/own-databases';
import { runs } from '../support/runs';
import kept from './kept-runs.json';
import { Run, type Step } from './run';
import { simulate } from './simulation';
import { Tally } from './tally';
import { withStage } from './with-stage';

/** `SEED=7` runs only that seed. */
const given = process.env.SEED;
const firstSeeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const keptRuns = kept as { found: string; steps: Step[] }[];

/**
 * Declares the tests of one stage; each has a file of its own, so that they run at the same time.
 *
 * @param seeds number of runs
 */
export function describeRuns(
  name: string,
  on: OnDatabase,
  { seeds = runs(12, 20), processes = 1 } = {},
): void {
  describe(`people on ${name}, with all faults`, () => {
    const stage = withStage(on, processes);

    it.each(given === undefined ? firstSeeds(seeds) : [Number(given)])(
      'result in exactly what was acknowledged: run %i',
      (seed) => simulate(seed, stage(), new Tally()),
    );

    for (const { found, steps } of keptRuns) it(found, () => Run.of(steps, stage(), new Tally()));
  });
}
