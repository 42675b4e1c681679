import { linkNames } from './deduplicators/record-links';
import type { PreparedRecord } from './record-types/prepared-record';

/**
 * The records of a batch that are stored: of several records with the same id, the last one counts. What was sent within
 * the others, without an id and an origin of its own, goes with them unless a stored record refers to it; nothing else would ever
 * replace it.
 */
export function lastOfEachId(records: readonly PreparedRecord[]): PreparedRecord[] {
  const lastIndexes = new Map(records.map(({ id }, index) => [id, index]));
  if (lastIndexes.size === records.length) return [...records];
  // Embedded records follow their outer record; if another one with its id comes later, theirs is overwritten.
  const isOverwritten = (id: string | undefined, index: number) => (lastIndexes.get(id ?? '') ?? -1) > index;
  const last = records.filter(({ id }, index) => !isOverwritten(id, index));
  const mayGo = new Set(
    records.filter(
      ({ id, outerId, originId }, index) =>
        originId === undefined && !isOverwritten(id, index) && isOverwritten(outerId, index),
    ),
  );
  if (mayGo.size === 0) return last;
  const linkedIds = new Set(last.flatMap((record) => linkNames(record).map((name) => record.content[name])));
  return last.filter((record) => !mayGo.has(record) || linkedIds.has(record.id));
}
