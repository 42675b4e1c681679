import 'reflect-metadata';
import { findSteepLists } from '../generated/flat-lists';
import { ownDatabases } from '../support/own-databases';

/** Shows how far the test is, which takes minutes. */
const write = (line: string) => void process.stdout.write(`${line}\n`);

describe.each(ownDatabases)('the lists of the schema, on %s', (name, on) => {
  it('take as many statements for a hundred items as for ten', () =>
    on(async (databaseUrl) => {
      const { steep, table } = await findSteepLists(databaseUrl, [1, 10, 100], write);
      write(`Lists on ${name}\n${table}`);
      expect(steep).toEqual([]);
    }));
});
