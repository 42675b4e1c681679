import { makeOperation } from '../generated/graph-requests';
import { huntOn } from '../generated/hunting';
import { makeRequest } from '../generated/rest-requests';
import { ownDatabases } from '../support/own-databases';

const portions = 20;
const count = 2_500;
/** Other cases than those of `test/generated`. */
const first = 1_000_000;

const makers = { 'operations of the graph': makeOperation, 'requests to the routes': makeRequest };

describe.each(ownDatabases)('on %s', (_name, on) => {
  describe.each(Object.entries(makers))('%s', (_what, make) => {
    it.each(Array.from({ length: portions }, (_, index) => first + index * count))(
      'from %i on succeed',
      (from) =>
        on(async (databaseUrl) => {
          const { findings } = await huntOn(databaseUrl, make, { from, count });
          expect(findings).toEqual([]);
        }),
    );
  });
});
