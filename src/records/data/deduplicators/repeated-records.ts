import type { RecordEntity } from '../record.entity';
import { linkNames } from './record-links';

interface Comparable {
  /** The content without what differs between two uploads of the same record: its id and the ids it refers to. */
  key: string;
  linkedIds: string[];
}

function comparable(text: string): Comparable {
  const { id: _id, ...content } = JSON.parse(text) as Record<string, unknown>;
  const names = linkNames(content as { type: string; subType?: string });
  const links = names.map((name) => content[name]).filter((link) => typeof link === 'string');
  for (const name of names) delete content[name];
  return { key: JSON.stringify(content), linkedIds: links };
}

/** A text that is equal for two uploads of the same record. */
export const contentKey = (text: string): string => comparable(text).key;

/**
 * The records of a batch whose content is already in `stored`. A record and its embedded record are repeated
 * together or not at all, so that no record refers to an omitted one.
 */
export function repeatedRecords(
  records: readonly RecordEntity[],
  stored: ReadonlySet<string>,
): ReadonlySet<RecordEntity> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const compared = records.map((record) => ({ record, ...comparable(record.content) }));
  const repeated = new Set(compared.filter(({ key }) => stored.has(key)).map(({ record }) => record));
  for (const { record, linkedIds } of compared) {
    for (const linked of linkedIds.map((id) => byId.get(id))) {
      if (!linked || (repeated.has(record) && repeated.has(linked))) continue;
      repeated.delete(record);
      repeated.delete(linked);
    }
  }
  return repeated;
}
