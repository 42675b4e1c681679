import kept from './kept-runs.json';
import { Run, type Step } from './run';
import { simulate } from './simulation';
import { stages } from './stages';
import { Tally } from './tally';
import { withStage } from './with-stage';

/** `SEED=7` runs only that seed. */
const given = process.env.SEED;
const runsOf = (processes: number): number => (processes === 1 ? 20 : 10);

const seeds = (processes: number): number[] =>
  given === undefined ? Array.from({ length: runsOf(processes) }, (_, index) => index + 1) : [Number(given)];

const keptRuns = kept as { found: string; steps: Step[] }[];

describe.each(stages)('people on %s, and all that goes wrong around them', (_name, on, processes) => {
  const stage = withStage(on, processes);

  it.each(seeds(processes))('leave what was acknowledged and nothing else: run %i', (seed) =>
    simulate(seed, stage(), new Tally()),
  );

  for (const { found, steps } of keptRuns) it(found, () => Run.of(steps, stage(), new Tally()));
});
