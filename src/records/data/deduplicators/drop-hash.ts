import { deleteReplaced } from '../change-records';
import { inChunks } from '../in-chunks';
import { lookUp } from '../record-lookup';
import type { RecordEntity } from '../record.entity';
import { notRemoved } from './compared-records';
import type { Deduplicator } from './deduplicator';
import { relinked } from './record-links';
import { destroyRecords } from './removal';

/** Of several records in a batch with the same identity, the last one counts; stored records stay. Links to the others lead to it. */
export const dropHash: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.drop.hash',
  version: '1.0.0',
  aliases: [],
  hashes: 'uploadId',
  recognizes: () => true,
  needsDevice: false,
  async admit(manager, dataSet, records) {
    const lastOfHash = new Map(records.map((record) => [record.hash, record]));
    const hashOfId = new Map([...lastOfHash.values()].map(({ id, hash }) => [id, hash]));
    const storedIds = new Map<string | null, string>();
    const replaced: string[] = [];
    for (const hashes of inChunks([...lastOfHash.keys()].filter((hash) => hash !== null))) {
      const { table, where, parameters } = lookUp(manager, dataSet, 'hash', hashes);
      const found: { hash: string; id: string }[] = await manager.query(
        `SELECT hash, id FROM ${table} WHERE ${where} AND ${notRemoved}`,
        parameters,
      );
      for (const { hash, id } of found) {
        if ((hashOfId.get(id) ?? hash) === hash) storedIds.set(hash, id);
        else replaced.push(id);
      }
    }
    // Another record of the batch has its id, so no record is equal to it any more.
    await deleteReplaced(manager, dataSet, { field: 'id', values: replaced, by: records });
    const isAdmitted = (record: RecordEntity) =>
      lastOfHash.get(record.hash) === record && !storedIds.has(record.hash);
    const dropped = records.filter((record) => !isAdmitted(record));
    const admitted = records.filter(isAdmitted);
    if (dropped.length === 0) return admitted;
    const kept = new Map(
      dropped.map(({ id, hash }) => [id, storedIds.get(hash) ?? lastOfHash.get(hash)?.id ?? id]),
    );
    // Copies, because the transaction may run again, on other stored records.
    return admitted.map((record) => ({ ...record, content: relinked(record, kept) }));
  },
  close: () => Promise.resolve(),
  remove: destroyRecords,
  release: () => Promise.resolve(),
};
