import { isDay } from './rules/days';
import { isInYears } from './validation/values/calendar';

const day = /^\d{4}-\d{2}-\d{2}$/;
const dateTime =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:[.,](\d+))?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;

/**
 * Parses an ISO 8601 date-time. Seconds, fraction and zone are optional; the default zone is UTC. Fractions of a
 * second are truncated to milliseconds.
 *
 * @returns milliseconds since the epoch, or undefined if the text is not a date-time in the years 1 to 9999 of UTC
 */
export function parseIsoTime(text: string): number | undefined {
  const [matched, date = '', hours, minutes, seconds = '00', fraction = '', zone = 'Z'] =
    dateTime.exec(text) ?? [];
  if (matched === undefined || !isDay(date)) return undefined;
  const [, sign = '+', zoneHours = '00', zoneMinutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const local = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  const instant = sign === '-' ? local + offset : local - offset;
  return isInYears(instant) ? instant : undefined;
}

/**
 * Parses a bound of a time range: a date-time, or a date, which means 00:00 UTC. A space before the digits of the
 * zone is an unescaped plus sign.
 *
 * @returns milliseconds since the epoch, or undefined if the text is neither
 */
export function parseRangeBound(text: string): number | undefined {
  if (day.test(text)) return parseIsoTime(`${text}T00:00Z`);
  return parseIsoTime(text.replace(/ (?=\d{2}(:?\d{2})?$)/, '+'));
}
