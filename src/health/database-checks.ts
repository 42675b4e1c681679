import { now } from '../clock';
import type { Database } from '../database/database';
import { newRecordId } from '../ids';
import { NotReadyError, type ReadinessCheck } from './readiness';
import { WriteProbeEntity } from './write-probe.entity';

/** Whether the database answers, has the tables of this release, and takes writes. */
export function databaseChecks(database: Database): ReadinessCheck[] {
  let isUpToDate = false;
  return [
    // Costs next to nothing, so that an outage is told at once.
    { name: 'database', check: () => database.ping(), freshFor: 0 },
    {
      name: 'migrations',
      check: async () => {
        // Migrations only go forward.
        isUpToDate ||= await database.isUpToDate();
        if (!isUpToDate) throw new NotReadyError('migrations are waiting');
      },
    },
    { name: 'writing', check: () => writeProbe(database) },
  ];
}

/** A row of its own each time: processes that write the same one would be in each other's way on a cluster. */
async function writeProbe(database: Database): Promise<void> {
  const id = newRecordId();
  await database.transaction(async (manager) => {
    await manager.insert(WriteProbeEntity, { id, writtenTime: now() });
    await manager.delete(WriteProbeEntity, { id });
  });
}
