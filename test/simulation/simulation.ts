import fc from 'fast-check';
import { Run, stepNames, type Step } from './run';
import type { Stage } from './stage';
import type { Tally } from './tally';

const longestRun = 60;
/** Milliseconds for shortening a failing run. */
const shrinkingTime = 120_000;

const steps = (stage: Stage): fc.Arbitrary<Step[]> =>
  fc.array(fc.tuple(fc.constantFrom(...stepNames(stage.faults)), fc.noShrink(fc.nat())), {
    minLength: 1,
    maxLength: longestRun,
    size: 'max',
  });

/**
 * Executes the run of a seed. Throws when something contradicts what was acknowledged, with the shortest list of
 * failing steps found, and their outcomes.
 */
export function simulate(seed: number, stage: Stage, tally: Tally): Promise<void> {
  let failedAt = Infinity;
  const property = fc.asyncProperty(steps(stage), async (chosen) => {
    // A shorter list that is not tried counts as passing.
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
