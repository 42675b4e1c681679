import { In, IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../../clock';
import { exactly } from '../../database/exact-text';
import { noteChangeOf } from '../change-records';
import { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { destroyRecords } from './removal';

/** What the newest read-out of a device shows in place of. */
async function destroy(
  manager: EntityManager,
  userId: string,
  chosen: FindOptionsWhere<RecordEntity>,
): Promise<void> {
  await noteChangeOf(manager, userId, chosen, { reason: 'UPLOAD_COMPLETED', continuous: true });
  await manager.delete(RecordEntity, chosen);
}

/**
 * For devices that are read out whole each time and whose records cannot be told apart. Closing a data set destroys
 * what other data sets hold of the same device, and deletes those data sets.
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
      // What does not name a device is of the one that its data set names.
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
