import { IsNull } from 'typeorm';
import { now } from '../../../platform/clock';
import { dialectOfDriver } from '../../../platform/database/dialect';
import { isOneOf } from '../../../platform/database/exact-text';
import { placeholders } from '../../../platform/database/placeholders';
import { deleteReplaced, noteChangedHours } from '../change-records';
import { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import type { ChangeNotice } from '../glucose-changes';
import { lookUp, recordsBy } from '../record-lookup';
import { RecordEntity } from '../record.entity';
import type { Deduplicator } from './deduplicator';
import { giveBack } from './give-back';
import { contentKey, repeatedRecords } from './repeated-records';
import { destroyRecords } from './removal';

/** How statistics learn that records of continuous data sets are hidden. */
const displacement: ChangeNotice = { reason: 'UPLOAD_COMPLETED', continuous: true };

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
  async admit(manager, dataSet, records) {
    const stored = new Set<string>();
    const sent = new Map(records.map((record) => [record.id, record]));
    const replaced: string[] = [];
    for (const hashes of inChunks(
      [...new Set(records.map((record) => record.hash))].filter((hash) => hash !== null),
    )) {
      const { table, where, parameters } = lookUp(manager, dataSet, 'hash', hashes);
      const found: { id: string; content: string }[] = await manager.query(
        `SELECT id, content FROM ${table} WHERE ${where}`,
        parameters,
      );
      for (const { id, content } of found) {
        const [key, successor] = [contentKey(content), sent.get(id)];
        if (successor === undefined || contentKey(successor.content) === key) stored.add(key);
        else replaced.push(id);
      }
    }
    // Another record of the batch has its id, so no record is equal to it any more.
    await deleteReplaced(manager, dataSet, { field: 'id', values: replaced, by: records });
    if (stored.size === 0) return records;
    const repeated = repeatedRecords(records, stored);
    return records.filter((record) => !repeated.has(record));
  },

  async close(manager, { userId, uploadId, deviceId }) {
    const time = now();
    const dialect = dialectOfDriver(manager.connection.options.type);
    const ofThisSet = manager
      .createQueryBuilder(RecordEntity, 'own')
      .select('own.hash')
      .where('own.user_id = :userId AND own.upload_id = :uploadId AND own.hash IS NOT NULL');
    const hashes: { hash: string }[] = await ofThisSet
      .setParameters({ userId, uploadId })
      .distinct(true)
      .getRawMany();
    for (const chunk of inChunks(hashes.map((row) => Object.values(row)[0] ?? ''))) {
      const ofDevice = isOneOf('device_id', [deviceId ?? '']);
      await manager.query(
        `UPDATE ${recordsBy(dialect, 'records_hash')} SET active = 0, archived_time = ?, archived_upload_id = ?
         WHERE user_id = ? AND hash IN (${placeholders(chunk)}) AND active = 1 AND ${ofDevice.sql} AND upload_id <> ?`,
        [time, uploadId, userId, ...chunk, ...ofDevice.parameters, uploadId],
      );
    }
    const continuous = {
      ...{ userId, dataSetType: 'continuous' as const, deduplicator: deactivateHash.name },
      deletedTime: IsNull(),
    };
    // Displaced records have the times of those in this set.
    if (await manager.existsBy(DataSetEntity, continuous))
      await noteChangedHours(manager, userId, { userId, uploadId }, displacement);
  },

  remove: destroyRecords,
  release: giveBack,
};
