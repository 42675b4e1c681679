import { findDatabaseServer } from '../support/installed-programs';
import { ownDatabases } from '../support/own-databases';
import { stormOnDatabase, stormOnProcesses, type DatabaseFault } from '../support/storms';
import type { StormReport } from '../support/write-storm';

const rounds = 2;

/** A running request gets no response when its process dies, and one with `Retry-After` when the database dies. */
const rightAnswers = ['0', '200', '201', '202', '503'];

function expectNothingLost(reports: readonly StormReport[]): void {
  for (const { lost, doubled, answers, acknowledged } of reports) {
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(acknowledged).toBeGreaterThan(0);
    expect(Object.keys(answers).filter((status) => !rightAnswers.includes(status))).toEqual([]);
  }
}

describe.each<[DatabaseFault]>([['killed'], ['frozen']])('a database that is %s under load', (fault) => {
  (findDatabaseServer() ? it : it.skip)(
    'loses nothing that was acknowledged, and doubles nothing',
    async () => {
      const reports = await stormOnDatabase(fault, rounds);
      expectNothingLost(reports);
      // The processes stay alive, so every request gets a response.
      expect(reports.flatMap(({ answers }) => answers['0'] ?? [])).toEqual([]);
    },
  );
});

describe.each(ownDatabases)('processes on %s that are killed under load', (_name, on) => {
  it('lose nothing acknowledged, and duplicate nothing', () =>
    on(async (databaseUrl) => expectNothingLost(await stormOnProcesses(rounds, databaseUrl))));
});
