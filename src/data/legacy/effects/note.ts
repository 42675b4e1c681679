import { instantText } from '../../record-types/values/calendar';
import type { AccountRecords } from '../account-records';
import type { LegacyRecord } from '../prepare-legacy-batch';

/**
 * A note about a record stands at the time of that record; its own time is kept to be shown. Undefined when there is no
 * such record.
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
