import { instantText, zeroInstant } from '../record-types/values/calendar';

/** The last millisecond of the year 9999, since 1970. */
const lastInstant = 253_402_300_799_999;

const endsInZone = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads the time of a record of the old upload route: whatever JavaScript reads as a date, as long as it ends in a zone.
 *
 * @returns milliseconds since 1970 in UTC, or undefined when the text is no such time
 */
export function parseLegacyTime(text: string): number | undefined {
  if (!endsInZone.test(text)) return undefined;
  const instant = Date.parse(text);
  return instant >= zeroInstant && instant <= lastInstant ? instant : undefined;
}

/** The text of a time that goes into ids: as sent when it is in UTC, and else rewritten so. */
export function identifyingTime(text: string): string | undefined {
  if (text.endsWith('Z')) return text;
  const instant = parseLegacyTime(text);
  return instant === undefined ? undefined : instantText(instant);
}
