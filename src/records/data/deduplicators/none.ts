import type { Deduplicator } from './deduplicator';
import { destroyRecords } from './removal';

/** Stores everything. */
export const none: Deduplicator = {
  name: 'org.tidepool.deduplicator.none',
  version: '1.0.0',
  aliases: ['org.tidepool.continuous'],
  hashes: null,
  recognizes: () => false,
  needsDevice: false,
  admit: (_manager, _dataSet, records) => Promise.resolve(records),
  close: () => Promise.resolve(),
  remove: destroyRecords,
  release: () => Promise.resolve(),
};
