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
export const simulate = (seed: number, stage: Stage, tally: Tally): Promise<void> =>
  fc.assert(
    fc.asyncProperty(steps(stage), (chosen) => Run.of(chosen, stage, tally)),
    { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: shrinkingTime },
  );
