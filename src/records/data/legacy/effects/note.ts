import { instantText } from '../../../../platform/validation/values/calendar';
import type { AccountRecords } from '../account-records';
import type { LegacyRecord } from '../prepare-legacy-batch';

/**
 * A note about a record takes the time of that record; its own time is kept for display. Undefined if the record
 * does not exist.
 */
export async function placedByReference(
  note: LegacyRecord,
  records: AccountRecords,
): Promise<LegacyRecord | undefined> {
  const { reference, displayTime = instantText(note.time) } = note.content;
  if (typeof reference !== 'string') return note;
  const referred = await records.find(reference);
  if (!referred?.row.active) return undefined;
  const { time } = referred.row;
  return { ...note, time, content: { ...note.content, displayTime, time: instantText(time) } };
}
