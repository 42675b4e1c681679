import { inChunks } from '../in-chunks';
import { lookUp } from '../record-lookup';
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
  async admit(manager, dataSet, records) {
    const lastOfHash = new Map(records.map((record) => [record.hash, record]));
    const stored = new Set<string | null>();
    for (const hashes of inChunks([...lastOfHash.keys()].filter((hash) => hash !== null))) {
      const { table, where, parameters } = lookUp(manager, dataSet, 'hash', hashes);
      const found: { hash: string }[] = await manager.query(
        `SELECT hash FROM ${table} WHERE ${where} AND active = 1`,
        parameters,
      );
      for (const record of found) stored.add(record.hash);
    }
    return records.filter((record) => lastOfHash.get(record.hash) === record && !stored.has(record.hash));
  },
  close: () => Promise.resolve(),
  remove: destroyRecords,
  release: () => Promise.resolve(),
};
