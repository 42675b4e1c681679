import { In } from 'typeorm';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { inChunks } from '../in-chunks';
import { archiveRecords } from './removal';

/**
 * A record replaces the earlier records of its data set with the same `origin.id`: phones send a running bolus again
 * and again, and only its last form counts. Records of one batch with the same `origin.id` all stay, because a
 * calculation and its bolus may share one.
 */
export const deleteOrigin: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.delete.origin',
  version: '1.0.0',
  aliases: ['org.tidepool.continuous.origin'],
  hashes: null,
  needsDevice: false,
  async admit(manager, dataSet, records) {
    const originIds = [...new Set(records.map((record) => record.originId).filter((id) => id !== null))];
    const { userId, uploadId } = dataSet;
    for (const originId of inChunks(originIds)) {
      await manager.delete(RecordEntity, { userId, uploadId, originId: In(originId) });
    }
    return records;
  },
  close: () => Promise.resolve(),
  remove: archiveRecords,
  release: () => Promise.resolve(),
};
