import { ownDatabases } from '../support/own-databases';
import { makeRequest } from './rest-requests';
import { huntOn } from './hunting';

/** `SEED=7` sends only that request. */
const given = process.env.SEED;
const numbers = given === undefined ? { from: 0, count: 500 } : { from: Number(given), count: 1 };

describe.each(ownDatabases)('requests generated from the route descriptions, on %s', (_name, on) => {
  it('never fail internally, leak nothing, and change nothing if refused', () =>
    on(async (databaseUrl) => {
      const { findings, bag } = await huntOn(databaseUrl, makeRequest, numbers);
      expect(findings).toEqual([]);
      if (given === undefined) expect(bag.carriedOut).toBeGreaterThan(numbers.count / 20);
    }));
});
