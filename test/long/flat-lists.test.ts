import 'reflect-metadata';
import { findSteepLists } from '../generated/flat-lists';
import { ownDatabases } from '../support/own-databases';

describe.each(ownDatabases)('the lists of the schema, on %s', (name, on) => {
  it('take as many statements for a hundred items as for ten', () =>
    on(async (databaseUrl) => {
      const { steep, table } = await findSteepLists(databaseUrl, [1, 10, 100]);
      process.stdout.write(`Lists on ${name}\n${table}\n`);
      expect(steep).toEqual([]);
    }));
});
