import type { EntityManager } from 'typeorm';
import { placeholders } from '../../../platform/database/placeholders';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { lookUp } from '../record-lookup';
import type { RecordEntity } from '../record.entity';
import { parseInstant } from '../../../platform/validation/values/calendar';
import { deleteOrigin } from './delete-origin';
import type { Deduplicator } from './deduplicator';
import { archiveRecords } from './removal';

/** Types whose earlier records stay unless the new ones are newer. */
const comparedTypes = ['bolus', 'food'];

/** The time of a record at its origin, in milliseconds; undefined if unknown. */
function originTime({ content }: Pick<RecordEntity, 'content'>): number | undefined {
  const { origin } = JSON.parse(content) as { origin?: { time?: string } };
  return origin?.time === undefined ? undefined : parseInstant(origin.time);
}

/** The times of earlier boluses and meals by `origin.id`; the latest of each. */
async function earlierTimes(
  manager: EntityManager,
  dataSet: DataSetEntity,
  originIds: readonly string[],
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const chunk of inChunks(originIds)) {
    const { table, where, parameters } = lookUp(manager, dataSet, 'originId', chunk);
    const found: { originId: string; content: string }[] = await manager.query(
      `SELECT origin_id AS originId, content FROM ${table}
       WHERE ${where} AND type IN (${placeholders(comparedTypes)}) AND active = 1`,
      [...parameters, ...comparedTypes],
    );
    for (const record of found) {
      const { originId } = record;
      times.set(originId, Math.max(times.get(originId) ?? -Infinity, originTime(record) ?? -Infinity));
    }
  }
  return times;
}

/**
 * A record replaces earlier records of its data set with the same `origin.id`, but a bolus or a meal only if its
 * `origin.time` is later, because phones may send an old version after a newer one.
 */
export const deleteOriginOlder: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.delete.origin.older',
  version: '1.0.0',
  aliases: [],
  hashes: null,
  recognizes: ({ originId }) => originId !== null,
  needsDevice: false,
  async admit(manager, dataSet, records) {
    const compared = records.filter(
      ({ type, originId }) => originId !== null && comparedTypes.includes(type),
    );
    const originIds = [...new Set(compared.map((record) => record.originId ?? ''))];
    const earlier = await earlierTimes(manager, dataSet, originIds);
    const isOutdated = (record: RecordEntity): boolean => {
      const existing = earlier.get(record.originId ?? '');
      if (existing === undefined) return false;
      const time = originTime(record);
      return time === undefined || time <= existing;
    };
    const outdated = new Set(compared.filter(isOutdated));
    return deleteOrigin.admit(
      manager,
      dataSet,
      records.filter((record) => !outdated.has(record)),
    );
  },
  close: () => Promise.resolve(),
  remove: archiveRecords,
  release: () => Promise.resolve(),
};
