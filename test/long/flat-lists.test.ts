import 'reflect-metadata';
import { findSteepLists } from '../generated/flat-lists';
import { ownDatabases } from '../support/own-databases';

describe.each(ownDatabases)('the lists of the schema, on %s', (_name, on) => {
  it('take as many statements for a hundred items as for two and for ten', () =>
    on(async (databaseUrl) => {
      expect((await findSteepLists(databaseUrl, [2, 10, 100])).steep).toEqual([]);
    }));
});
