const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const digitZero = 48;
const digitNine = 57;
const dash = 45;
const colon = 58;
const letterT = 84;

/** Milliseconds in a minute. */
const minute = 60_000;

/** The date-time that the first 19 characters of RFC 3339 text spell: `YYYY-MM-DDThh:mm:ss`. */
const dateTimeLength = 19;

/** The instant 0001-01-01T00:00:00Z, which some senders write for "no time". Milliseconds since 1970. */
export const zeroInstant = -62_135_596_800_000;

/** The last millisecond of the year 9999, since 1970. */
const lastInstant = 253_402_300_799_999;

/**
 * Reads RFC 3339 text with seconds and a zone (`Z` or `+hh:mm`), any number of fraction digits, years 0001
 * to 9999 in UTC. Fractions below a millisecond are cut, not rounded.
 *
 * @returns milliseconds since 1970 in UTC, or undefined when the text is not such a time
 */
export function parseInstant(text: string): number | undefined {
  const instant = parseAnyInstant(text);
  return instant !== undefined && isInYears(instant) ? instant : undefined;
}

/**
 * A text for the instant of a text, exact to its last digit: these texts sort as their instants do. Undefined where
 * `parseInstant` is.
 */
export function exactInstant(text: string): string | undefined {
  const instant = parseInstant(text);
  if (instant === undefined) return undefined;
  const [, beyond = ''] = /\.\d{3}(\d*[1-9])/.exec(text) ?? [];
  return instantText(instant).replace('Z', beyond);
}

/** What is wrong with a text that is no instant, as the rest of a sentence that begins with the text. */
export function instantProblem(text: string): string {
  const instant = parseAnyInstant(text);
  if (instant === undefined) return 'is not an RFC 3339 time with a zone';
  return instant === zeroInstant ? 'counts as empty' : 'is not in the years 1 to 9999 (in UTC)';
}

/** `parseInstant` also for the times around the first and last year that count as instants. */
function parseAnyInstant(text: string): number | undefined {
  const local = parseDateTime(text);
  if (local === undefined) return undefined;

  let position = dateTimeLength;
  let milliseconds = 0;
  if (text[position] === '.') {
    const firstDigit = ++position;
    while (isDigit(text.charCodeAt(position))) position++;
    if (position === firstDigit) return undefined;
    milliseconds = Number(text.slice(firstDigit, Math.min(position, firstDigit + 3)).padEnd(3, '0'));
  }

  const offset = parseZone(text, position);
  if (offset === undefined) return undefined;
  return local + milliseconds - offset;
}

/** Whether an instant, in milliseconds since 1970, lies in the years 1 to 9999 of UTC, which RFC 3339 can write. */
export function isInYears(instant: number): boolean {
  return instant >= zeroInstant && instant <= lastInstant;
}

/** Whether the text is a calendar time without zone that exists: `YYYY-MM-DDThh:mm:ss`. */
export function isLocalTime(text: string): boolean {
  if (text.length !== dateTimeLength) return false;
  const time = parseDateTime(text);
  return time !== undefined && time >= zeroInstant;
}

/** The instant in UTC, always with three fraction digits. Takes milliseconds since 1970. */
export function instantText(instant: number): string {
  return new Date(instant).toISOString();
}

/** The zone at `position` and the end of the text: its offset from UTC in milliseconds. */
function parseZone(text: string, position: number): number | undefined {
  const sign = text[position];
  if (sign === 'Z') return text.length === position + 1 ? 0 : undefined;
  if ((sign !== '+' && sign !== '-') || text.length !== position + 6) return undefined;
  if (text.charCodeAt(position + 3) !== colon) return undefined;
  const hours = digits(text, position + 1, 2);
  const minutes = digits(text, position + 4, 2);
  if (!(hours <= 23 && minutes <= 59)) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * minute;
}

/** Milliseconds since 1970 of the calendar time at the start of the text, taken as UTC. */
function parseDateTime(text: string): number | undefined {
  if (
    text.charCodeAt(4) !== dash ||
    text.charCodeAt(7) !== dash ||
    text.charCodeAt(10) !== letterT ||
    text.charCodeAt(13) !== colon ||
    text.charCodeAt(16) !== colon
  ) {
    return undefined;
  }
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minutes = digits(text, 14, 2);
  const seconds = digits(text, 17, 2);
  // Comparisons with NaN are false, so a part that is not made of digits fails here.
  const exists =
    year >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= lengthOfMonth(year, month) &&
    hour <= 23 &&
    minutes <= 59 &&
    seconds <= 59;
  if (!exists) return undefined;
  return ((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minutes) * minute + seconds * 1000;
}

/** The number written in `count` digits from `start`, or NaN. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let position = start; position < start + count; position++) {
    const code = text.charCodeAt(position);
    if (!isDigit(code)) return NaN;
    value = value * 10 + (code - digitZero);
  }
  return value;
}

function isDigit(code: number): boolean {
  return code >= digitZero && code <= digitNine;
}

function lengthOfMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeapYear ? 29 : (daysOfMonth[month - 1] as number);
}

/**
 * Days from 1970-01-01 in the proleptic Gregorian calendar. Years are counted from March, so that the leap
 * day is the last of its year (H. Hinnant, "chrono-compatible low-level date algorithms").
 */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}
