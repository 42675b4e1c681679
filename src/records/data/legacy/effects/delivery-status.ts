import { isJsonObject } from '../../../../platform/validation/values/json';
import type { AccountRecord } from '../account-record';
import type { AccountRecords } from '../account-records';
import { storedContent } from '../prepare-legacy-batch';
import { annotated, removeAnnotation } from './annotations';
import type { ApplyEffect, PlacedRecord } from './effect';

/** It is not known yet when delivery resumed. */
const incomplete = 'status/incomplete-tuple';
/** It is unknown when delivery was suspended. */
const unknownPrevious = 'status/unknown-previous';

/** A change of delivery ends the previous one; a resumption is merged into the record of the suspension. */
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

/** Keys of a reason that are copied into each of its successors. */
const mostReasons = 100;

function readReason({ reason }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isJsonObject(reason)) return {};
  if (Object.keys(reason).length <= mostReasons) return { ...reason };
  const { suspended, resumed } = reason;
  return { ...(suspended !== undefined && { suspended }), ...(resumed !== undefined && { resumed }) };
}

function endedBy({ time, content }: PlacedRecord, previous: AccountRecord): Record<string, unknown> {
  return Object.assign(removeAnnotation(previous.content, incomplete), {
    duration: time - previous.row.time,
    reason: { ...readReason(previous.content), ...readReason(content) },
  });
}

/** Whether the suspension already records the resumption at this time. */
const isEndedBy = ({ time }: PlacedRecord, { row, content }: AccountRecord): boolean =>
  content.duration === time - row.time && readReason(content).resumed !== undefined;

/** A resumption that is corrected again and again must not nest payloads deeper than JSON can be read. */
const deepestPayload = 50;

function isDeep(payload: unknown): boolean {
  let inner = payload;
  for (let depth = 0; depth < deepestPayload; depth += 1) {
    if (!isJsonObject(inner)) return false;
    inner = inner.suspended;
  }
  return true;
}

function withPayloads(
  ended: Record<string, unknown>,
  { content: { payload: suspended } }: AccountRecord,
  { content: { payload: resumed } }: PlacedRecord,
): Record<string, unknown> {
  if ((suspended === undefined && resumed === undefined) || isDeep(suspended)) return ended;
  const payload = {
    ...(suspended !== undefined && { suspended }),
    ...(resumed !== undefined && { resumed }),
  };
  return Object.assign(ended, { payload });
}
