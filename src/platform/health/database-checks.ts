import { now } from '../clock';
import type { Database } from '../database/database';
import type { Replicas } from '../database/replicas/replicas';
import { DamagedFileError } from '../database/sqlite-damage';
import { newRecordId } from '../ids';
import { NotReadyError, type ReadinessCheck } from './readiness';
import { WriteProbeEntity } from './write-probe.entity';

/** Checks that the database responds, has the schema of this release, and accepts writes. */
export function databaseChecks(database: Database): ReadinessCheck[] {
  let isUpToDate = false;
  return [
    // Cheap, so that an outage is reported at once.
    { name: 'database', check: () => askDatabase(database), freshFor: 0 },
    {
      name: 'migrations',
      check: async () => {
        // Migrations only go forward.
        isUpToDate ||= await database.isUpToDate();
        if (!isUpToDate) throw new NotReadyError('migrations are pending');
      },
    },
    { name: 'writing', check: () => writeProbe(database) },
    ...(database.replicas ? [{ name: 'replicas', check: replicaCheck(database.replicas) }] : []),
  ];
}

/** Whether replicas are up to date: everything else works without them. */
function replicaCheck(replicas: Replicas): () => Promise<void> {
  return async () => {
    const { count, passedOver } = await replicas.look();
    if (passedOver > 0) throw new NotReadyError(`${passedOver} of ${count} away or too far behind`);
  };
}

async function askDatabase(database: Database): Promise<void> {
  try {
    await database.ping();
  } catch (error) {
    if (error instanceof DamagedFileError)
      throw new NotReadyError('its file is damaged: restore a backup', { cause: error });
    throw error;
  }
}

/** A new row each time: writing the same row from several processes would cause conflicts on a cluster. */
async function writeProbe(database: Database): Promise<void> {
  const id = newRecordId();
  await database.transaction(async (manager) => {
    await manager.insert(WriteProbeEntity, { id, writtenTime: now() });
    await manager.delete(WriteProbeEntity, { id });
  });
}
