import { ownDatabases } from '../support/own-databases';
import { makeOperation } from './graph-requests';
import { huntOn } from './hunting';

/** `SEED=7` sends only that operation. */
const given = process.env.SEED;
const numbers = given === undefined ? { from: 0, count: 500 } : { from: Number(given), count: 1 };

describe.each(ownDatabases)('operations generated from the schema, on %s', (_name, on) => {
  it('never fail internally, leak nothing, and change nothing if refused', () =>
    on(async (databaseUrl) => {
      const { findings, bag } = await huntOn(databaseUrl, makeOperation, numbers);
      expect(findings).toEqual([]);
      expect(bag.sent).toBe(numbers.count);
      // Most are refused, but not all: otherwise the hunt would find nothing.
      if (given === undefined) expect(bag.carriedOut).toBeGreaterThan(numbers.count / 20);
    }));
});
