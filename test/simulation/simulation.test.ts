import { ownDatabases } from '../support/own-databases';
import kept from './kept-runs.json';
import { Run, type Step } from './run';
import { simulate } from './simulation';
import { Tally } from './tally';
import { withStage } from './with-stage';

/** `SEED=7` carries out that run alone. */
const given = process.env.SEED;
const runs = 10;
const seeds = given === undefined ? Array.from({ length: runs }, (_, index) => index + 1) : [Number(given)];

const keptRuns = kept as { found: string; steps: Step[] }[];

describe.each(ownDatabases)('people on %s, and all that goes wrong around them', (_name, on) => {
  const stage = withStage(on);

  it.each(seeds)('leave what was acknowledged and nothing else: run %i', (seed) =>
    simulate(seed, stage(), new Tally()),
  );

  for (const { found, steps } of keptRuns) it(found, () => Run.of(steps, stage(), new Tally()));
});
