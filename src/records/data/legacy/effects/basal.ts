import { isJsonObject } from '../../../../platform/validation/values/json';
import type { AccountRecord } from '../account-record';
import type { AccountRecords } from '../account-records';
import type { BasalPlace } from '../earlier-basals';
import { readSource } from '../legacy-row';
import { storedContent, type LegacyRecord } from '../prepare-legacy-batch';
import { annotated, isAnnotated, removeAnnotation } from './annotations';
import type { ApplyEffect, PlacedRecord } from './effect';

/** The uploader generated a basal from the schedule because the pump reported no further one. */
const fabricated = 'final-basal/fabricated-from-schedule';
/** The next basal of the pump does not refer to the previous one. */
const mismatched = 'basal/mismatched-series';

/** A basal truncates the previous one at its start. It never extends it. */
export const applyBasal: ApplyEffect = async (record, records) => {
  const content = withRate(storedContent(record, record.id));
  const previous = await namedPredecessor(record, records);
  if (previous) {
    records.change(previous, endedBy(record, previous));
    return content;
  }
  const latest = records.basalBefore(toBasalPlace(record));
  if (latest && !isAnnotated(latest.content, mismatched)) {
    const ended = endedBy(record, latest);
    records.change(latest, annotated(ended, { code: mismatched, nextId: record.id }));
  }
  return content;
};

/** The place of a basal in the series of its device. */
export const toBasalPlace = ({ content, time }: LegacyRecord): BasalPlace => ({
  deviceId: content.deviceId as string,
  source: readSource(content),
  time,
});

async function namedPredecessor(
  { previousId }: PlacedRecord,
  records: AccountRecords,
): Promise<AccountRecord | undefined> {
  const found = previousId === undefined ? null : await records.find(previousId);
  return found?.row.type === 'basal' && found.row.active ? found : undefined;
}

function endedBy(next: PlacedRecord, { row, content }: AccountRecord): Record<string, unknown> {
  const gap = next.time - row.time;
  if (gap < 0) return content;
  if (isAnnotated(content, fabricated)) {
    return Object.assign(removeAnnotation(content, fabricated), { duration: gap });
  }
  const { duration } = content;
  if (typeof duration !== 'number' || gap >= duration) return content;
  // Not a copy: thousands of records may change one that is large.
  return Object.assign(content, { duration: gap, expectedDuration: duration });
}

/** A temporary basal may give its rate as a fraction of the suppressed one. */
function withRate(content: Record<string, unknown>): Record<string, unknown> {
  const { deliveryType, rate, percent, suppressed } = content;
  const usual = isJsonObject(suppressed) ? suppressed.rate : undefined;
  const isByFactor = deliveryType === 'temp' && rate === undefined;
  if (!isByFactor || typeof usual !== 'number' || typeof percent !== 'number') return content;
  const computed = usual * percent;
  // A rate beyond all numbers is unknown; JSON would make it null.
  return Number.isFinite(computed) ? { ...content, rate: computed } : content;
}
