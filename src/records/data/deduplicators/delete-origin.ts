import { deleteReplaced } from '../change-records';
import type { Deduplicator } from './deduplicator';
import { archiveRecords } from './removal';

/**
 * A record replaces earlier records of its data set with the same `origin.id`, because phones send a running bolus
 * repeatedly, and only its last version counts. Records within one batch with the same `origin.id` all stay, because
 * a calculation and its bolus may share one.
 */
export const deleteOrigin: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.delete.origin',
  version: '1.0.0',
  aliases: ['org.tidepool.continuous.origin'],
  hashes: null,
  recognizes: ({ originId }) => originId !== null,
  needsDevice: false,
  async admit(manager, dataSet, records) {
    const sentIds = [...new Set(records.map((record) => record.originId).filter((id) => id !== null))];
    await deleteReplaced(manager, dataSet, { field: 'originId', values: sentIds, by: records });
    return records;
  },
  close: () => Promise.resolve(),
  remove: archiveRecords,
  release: () => Promise.resolve(),
};
