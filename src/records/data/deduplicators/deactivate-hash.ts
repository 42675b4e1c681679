import { In } from 'typeorm';
import { now } from '../../../platform/clock';
import { exactly } from '../../../platform/database/exact-text';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { contentKey, repeatedRecords } from './repeated-records';
import { giveBack } from './give-back';
import { destroyRecords } from './removal';

/**
 * For devices that always upload their whole memory. Closing a data set archives equal records in earlier data sets
 * of the same device; the newest upload is shown.
 */
export const deactivateHash: Deduplicator = {
  name: 'org.tidepool.deduplicator.device.deactivate.hash',
  version: '1.1.0',
  aliases: ['org.tidepool.hash-deactivate-old'],
  hashes: 'deviceId',
  recognizes: () => true,
  needsDevice: true,

  /** A client repeats a batch after a lost response: duplicates within this data set are not stored. */
  async admit(manager, { userId, uploadId }, records) {
    const stored = new Set<string>();
    for (const hashes of inChunks([...new Set(records.map((record) => record.hash))])) {
      const found = await manager.find(RecordEntity, {
        select: { hash: true, content: true },
        where: { userId, uploadId, hash: In(hashes) },
      });
      for (const record of found) stored.add(contentKey(record.content));
    }
    if (stored.size === 0) return records;
    const repeated = repeatedRecords(records, stored);
    return records.filter((record) => !repeated.has(record));
  },

  async close(manager, { userId, uploadId, deviceId }) {
    const time = now();
    const ofThisSet = manager
      .createQueryBuilder(RecordEntity, 'own')
      .select('own.hash')
      .where('own.user_id = :userId AND own.upload_id = :uploadId AND own.hash IS NOT NULL');
    const hashes: { hash: string }[] = await ofThisSet
      .setParameters({ userId, uploadId })
      .distinct(true)
      .getRawMany();
    for (const chunk of inChunks(hashes.map((row) => Object.values(row)[0] ?? ''))) {
      await manager
        .createQueryBuilder()
        .update(RecordEntity)
        .set({ active: false, archivedTime: time, archivedUploadId: uploadId })
        .where('user_id = :userId AND hash IN (:...chunk) AND active = 1', { userId, chunk })
        .andWhere({ deviceId: exactly([deviceId ?? '']) })
        .andWhere('upload_id <> :uploadId', { uploadId })
        .execute();
    }
  },

  remove: destroyRecords,
  release: giveBack,
};
