import fc from 'fast-check';
import { Run, stepNames, type Step } from './run';
import type { Stage } from './stage';
import type { Tally } from './tally';

const longestRun = 60;
/** How long a failing run is made shorter, in milliseconds. */
const shrinkingTime = 120_000;

export const steps = (stage: Stage): fc.Arbitrary<Step[]> =>
  fc.array(fc.tuple(fc.constantFrom(...stepNames(stage.faults)), fc.noShrink(fc.nat())), {
    minLength: 1,
    maxLength: longestRun,
    size: 'max',
  });

/**
 * Carries out the run of a seed. Throws when something contradicts what was acknowledged, with the shortest list of steps
 * that was found for it, and what came of them.
 */
export function simulate(seed: number, stage: Stage, tally: Tally): Promise<void> {
  let failedAt = Infinity;
  const property = fc.asyncProperty(steps(stage), async (chosen) => {
    // A shorter list of steps that is not tried counts as one that does not fail.
    if (performance.now() - failedAt > shrinkingTime) return;
    try {
      await Run.of(chosen, stage, tally);
    } catch (error) {
      failedAt = Math.min(failedAt, performance.now());
      throw error;
    }
  });
  return fc.assert(property, { seed, numRuns: 1, unbiased: true });
}
