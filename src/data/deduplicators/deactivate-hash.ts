import { In } from 'typeorm';
import { now } from '../../clock';
import { exactly } from '../../database/exact-text';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { contentKey, repeatedRecords } from './repeated-records';
import { giveBack } from './give-back';
import { destroyRecords } from './removal';

/**
 * For devices that are read out whole each time. Closing a data set archives the records of earlier ones of the same
 * device with the same identity; the newest read-out is the one that shows.
 */
export const deactivateHash: Deduplicator = {
  name: 'org.tidepool.deduplicator.device.deactivate.hash',
  version: '1.1.0',
  aliases: ['org.tidepool.hash-deactivate-old'],
  hashes: 'deviceId',
  recognizes: () => true,
  needsDevice: true,

  /** A client repeats a batch after a lost answer: what this data set has already is not stored twice. */
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
