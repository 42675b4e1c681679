import { failoverLimit } from '../support/cluster-storm';
import { findDatabaseServer } from '../support/installed-programs';
import { ownDatabases } from '../support/own-databases';
import { stormOnDatabase, stormOnProcesses, type DatabaseFault } from '../support/storms';
import type { StormReport } from '../support/write-storm';

const rounds = 50;

function expectNothingLost(reports: readonly StormReport[]): void {
  process.stdout.write(`${JSON.stringify(reports)}\n`);
  for (const { lost, doubled, longestSilence } of reports) {
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(longestSilence).toBeLessThan(failoverLimit);
  }
}

it.each<[DatabaseFault]>(findDatabaseServer() ? [['killed'], ['frozen']] : [])(
  'a database that is repeatedly %s loses nothing acknowledged',
  async (fault) => expectNothingLost(await stormOnDatabase(fault, rounds)),
);

it.each(ownDatabases)('processes on %s that are repeatedly killed lose nothing acknowledged', (_name, on) =>
  on(async (databaseUrl) => expectNothingLost(await stormOnProcesses(rounds, databaseUrl))),
);
