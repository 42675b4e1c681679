import { isJsonObject } from '../../record-types/values/json';
import type { AccountRecord, AccountRecords } from '../account-records';
import { storedContent } from '../prepare-legacy-batch';
import { annotated, withoutAnnotation } from './annotations';
import type { ApplyEffect, PlacedRecord } from './effect';

/** Nobody knows yet when delivery went on. */
const incomplete = 'status/incomplete-tuple';
/** Nobody knows when delivery had stopped. */
const unknownPrevious = 'status/unknown-previous';

/** A change of delivery ends the one before it; going on becomes part of the record of the stop. */
export const applyDeliveryStatus: ApplyEffect = async (record, records) => {
  const content = storedContent(record, record.id);
  const isStop = content.status === 'suspended';
  if (record.previousId === undefined) {
    return annotated(content, { code: isStop ? incomplete : unknownPrevious });
  }
  const previous = await previousStatus(record, record.previousId, records);
  if (!previous) return annotated(content, { code: unknownPrevious, id: record.previousId });
  if (isStop) {
    records.change(previous, endedBy(record, previous));
    return annotated(content, { code: incomplete });
  }
  if (isEndedBy(record, previous)) return 'repeated';
  records.change(previous, withPayloads(endedBy(record, previous), previous, record));
  return 'merged';
};

async function previousStatus(
  { time }: PlacedRecord,
  previousId: string,
  records: AccountRecords,
): Promise<AccountRecord | undefined> {
  const found = await records.find(previousId);
  const isStatus = found?.row.type === 'deviceEvent' && found.row.subType === 'status';
  return isStatus && found.row.active && found.row.time <= time ? found : undefined;
}

const reasonOf = ({ reason }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  isJsonObject(reason) ? { ...reason } : {};

function endedBy({ time, content }: PlacedRecord, previous: AccountRecord): Record<string, unknown> {
  return {
    ...withoutAnnotation(previous.content, incomplete),
    duration: time - previous.row.time,
    reason: { ...reasonOf(previous.content), ...reasonOf(content) },
  };
}

/** True when the stop knows already that delivery went on at this moment. */
const isEndedBy = ({ time }: PlacedRecord, { row, content }: AccountRecord): boolean =>
  content.duration === time - row.time && reasonOf(content).resumed !== undefined;

function withPayloads(
  ended: Record<string, unknown>,
  { content: { payload: suspended } }: AccountRecord,
  { content: { payload: resumed } }: PlacedRecord,
): Record<string, unknown> {
  if (suspended === undefined && resumed === undefined) return ended;
  const payload = {
    ...(suspended !== undefined && { suspended }),
    ...(resumed !== undefined && { resumed }),
  };
  return { ...ended, payload };
}
