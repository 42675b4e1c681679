import { ownDatabases } from '../support/own-databases';
import { simulate } from '../simulation/simulation';
import { Tally } from '../simulation/tally';
import { withStage } from '../simulation/with-stage';

const runs = 500;
/** Other runs than those of `test/simulation`. */
const first = 1_000;

describe.each(ownDatabases)('people on %s, and all that goes wrong around them', (name, on) => {
  const stage = withStage(on);
  const tally = new Tally();

  it.each(Array.from({ length: runs }, (_, index) => first + index))('run %i', (seed) =>
    simulate(seed, stage(), tally),
  );

  afterAll(() => {
    process.stdout.write(`On ${name}: ${tally.toString()}\n`);
  });
});
