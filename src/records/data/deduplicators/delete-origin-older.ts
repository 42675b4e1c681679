import type { EntityManager } from 'typeorm';
import { placeholders } from '../../../platform/database/placeholders';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { lookUp } from '../record-lookup';
import type { RecordEntity } from '../record.entity';
import { exactInstant } from '../../../platform/validation/values/calendar';
import { deleteOrigin } from './delete-origin';
import type { Deduplicator } from './deduplicator';
import { archiveRecords } from './removal';

/** Types whose earlier records stay unless the new ones are newer. */
const comparedTypes = ['bolus', 'food'];

/** Sorts before every time. */
const noTime = '';

/** The time of a record at its origin, as a text that sorts like it. Phones write more digits than milliseconds. */
function originTime({ content }: Pick<RecordEntity, 'content'>): string {
  const { origin } = JSON.parse(content) as { origin?: { time?: string } };
  return exactInstant(origin?.time ?? '') ?? noTime;
}

/** The times of earlier boluses and meals by `origin.id`; the latest of each. */
async function earlierTimes(
  manager: EntityManager,
  dataSet: DataSetEntity,
  originIds: readonly string[],
): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  for (const chunk of inChunks(originIds)) {
    const { table, where, parameters } = lookUp(manager, dataSet, 'originId', chunk);
    const found: { originId: string; content: string }[] = await manager.query(
      `SELECT origin_id AS originId, content FROM ${table}
       WHERE ${where} AND type IN (${placeholders(comparedTypes)}) AND active = 1`,
      [...parameters, ...comparedTypes],
    );
    for (const record of found) {
      const [time, known = noTime] = [originTime(record), times.get(record.originId)];
      times.set(record.originId, time > known ? time : known);
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
      return existing !== undefined && originTime(record) <= existing;
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
