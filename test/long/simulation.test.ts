import { simulate } from '../simulation/simulation';
import { stages } from '../simulation/stages';
import { Tally } from '../simulation/tally';
import { withStage } from '../simulation/with-stage';

/** Total runs on each database. */
const runsOf = (name: string): number => (name === 'SQLite' ? 500 : 250);
/** Other runs than those of `test/simulation`. */
const first = 1_000;

describe.each(stages)('people on %s, with all faults', (name, on, processes) => {
  const stage = withStage(on, processes);
  const tally = new Tally();

  it.each(Array.from({ length: runsOf(name) }, (_, index) => first + index))('run %i', (seed) =>
    simulate(seed, stage(), tally),
  );

  afterAll(() => {
    process.stdout.write(`On ${name}: ${tally.toString()}\n`);
  });
});
