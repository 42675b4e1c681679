import { In, IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../../../platform/clock';
import { exactly } from '../../../platform/database/exact-text';
import { noteChangedHours } from '../change-records';
import { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { destroyRecords } from './removal';

/** Deletes what the newest upload of a device replaces. */
async function destroy(
  manager: EntityManager,
  userId: string,
  chosen: FindOptionsWhere<RecordEntity>,
): Promise<void> {
  await noteChangedHours(manager, userId, chosen, { reason: 'UPLOAD_COMPLETED', continuous: true });
  await manager.delete(RecordEntity, chosen);
}

/**
 * For devices that always upload their whole memory and whose records cannot be told apart. Closing a data set
 * deletes the records of other data sets for the same device, and deletes those data sets.
 */
export const truncate: Deduplicator = {
  name: 'org.tidepool.deduplicator.device.truncate.dataset',
  version: '1.1.0',
  aliases: ['org.tidepool.truncate'],
  hashes: null,
  recognizes: () => false,
  needsDevice: true,
  admit: (_manager, _dataSet, records) => Promise.resolve(records),

  async close(manager, { userId, uploadId, deviceId }) {
    if (deviceId === null) return;
    const others = { userId, deviceId: exactly([deviceId]), uploadId: Not(uploadId) };
    await destroy(manager, userId, others);
    const dataSets = await manager.find(DataSetEntity, { select: { uploadId: true }, where: others });
    for (const chunk of inChunks(dataSets.map((dataSet) => dataSet.uploadId))) {
      // Records without a device belong to the device of their data set.
      await destroy(manager, userId, { userId, uploadId: In(chunk), deviceId: IsNull() });
      await manager
        .createQueryBuilder()
        .update(DataSetEntity)
        .set({ deletedTime: now() })
        .where({ userId, uploadId: In(chunk) })
        .andWhere('deleted_time IS NULL')
        .execute();
    }
  },

  remove: destroyRecords,
  release: () => Promise.resolve(),
};
