import { instantText, zeroInstant } from '../../../platform/validation/values/calendar';

/** The last millisecond of the year 9999, since 1970. */
const lastInstant = 253_402_300_799_999;

const endsInZone = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Parses the time of a legacy record: anything that JavaScript parses as a date, if it ends with a zone.
 *
 * @returns milliseconds since 1970 in UTC, or undefined when the text is not such a time
 */
export function parseLegacyTime(text: string): number | undefined {
  if (!endsInZone.test(text)) return undefined;
  const instant = Date.parse(text);
  return instant >= zeroInstant && instant <= lastInstant ? instant : undefined;
}

/** The text of a time for computing ids: unchanged if it is in UTC, otherwise converted. */
export function identifyingTime(text: string): string | undefined {
  if (text.endsWith('Z')) return text;
  const instant = parseLegacyTime(text);
  return instant === undefined ? undefined : instantText(instant);
}
