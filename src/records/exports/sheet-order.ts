import type { RecordPlace, RecordReading } from '../data/record-reading';
import { splitPumpSettings, type JsonObject } from './pump-settings';
import type { Sheet } from './sheets';

const comesBefore = (one: RecordPlace, other: RecordPlace): boolean =>
  one.time === other.time ? one.id < other.id : one.time < other.time;

/** The sheets with content, in the order in which their records begin. */
export async function sheetsInOrder(records: RecordReading, sheets: readonly Sheet[]): Promise<Sheet[]> {
  const firsts = await records.firstOfEach([...new Set(sheets.map(({ recordType }) => recordType))]);
  const settings = firsts.has('pumpSettings') ? await firstSchedules(records, sheets) : new Map();
  const placed = sheets.flatMap((sheet) => {
    const place =
      sheet.recordType === 'pumpSettings'
        ? (settings.get(sheet.name) as RecordPlace | undefined)
        : firsts.get(sheet.recordType);
    return place ? [{ sheet, place }] : [];
  });
  // Sheets that begin with the same record stay in table order: sorting is stable.
  placed.sort(
    (one, other) => Number(comesBefore(other.place, one.place)) - Number(comesBefore(one.place, other.place)),
  );
  return placed.map(({ sheet }) => sheet);
}

/** The position of the first schedule of each kind, by the name of its sheet. Reads no further than necessary. */
async function firstSchedules(
  records: RecordReading,
  sheets: readonly Sheet[],
): Promise<Map<string, RecordPlace>> {
  const wanted = sheets.filter(({ recordType }) => recordType === 'pumpSettings');
  const found = new Map<string, RecordPlace>();
  for await (const texts of records.texts(['pumpSettings'])) {
    for (const text of texts) {
      const record = JSON.parse(text) as JsonObject;
      const place = { time: Date.parse(String(record.time)), id: String(record.id) };
      for (const { type } of splitPumpSettings(record)) {
        const sheet = wanted.find(({ types }) => types.includes(String(type)));
        if (sheet && !found.has(sheet.name)) found.set(sheet.name, place);
      }
    }
    if (found.size === wanted.length) break;
  }
  return found;
}
