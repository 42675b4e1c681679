import { In } from 'typeorm';
import { inChunks } from '../in-chunks';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { destroyRecords } from './removal';

/** Of several records in a batch with the same identity, the last one counts; stored records stay. */
export const dropHash: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.drop.hash',
  version: '1.0.0',
  aliases: [],
  hashes: 'uploadId',
  recognizes: () => true,
  needsDevice: false,
  async admit(manager, { userId, uploadId }, records) {
    const lastOfHash = new Map(records.map((record) => [record.hash, record]));
    const stored = new Set<string | null>();
    for (const hashes of inChunks([...lastOfHash.keys()].filter((hash) => hash !== null))) {
      const found = await manager.find(RecordEntity, {
        select: { hash: true },
        where: { userId, uploadId, hash: In(hashes), active: true },
      });
      for (const record of found) stored.add(record.hash);
    }
    return records.filter((record) => lastOfHash.get(record.hash) === record && !stored.has(record.hash));
  },
  close: () => Promise.resolve(),
  remove: destroyRecords,
  release: () => Promise.resolve(),
};
