import { parseDate, today } from '@internationalized/date';

/** Language of dates and numbers; the texts of the dashboard are in the same. */
export const locale = 'en-US';

/** Shown for whatever is unknown. Never 0, which is a figure. */
export const unknown = '–';

/** Whether a browser knows a time zone; people and devices may have named one that does not exist. */
export function isTimeZone(name: string | null | undefined): name is string {
  if (!name) return false;
  try {
    new Intl.DateTimeFormat(locale, { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The instants at which a day, `YYYY-MM-DD`, begins and ends in a time zone. A day may have 23 or 25 hours. */
export function dayBounds(date: string, timeZone: string): { from: Date; to: Date } {
  const day = parseDate(date);
  return { from: day.toDate(timeZone), to: day.add({ days: 1 }).toDate(timeZone) };
}

/** The day, `YYYY-MM-DD`, some days later. */
export const addDays = (date: string, days: number): string => parseDate(date).add({ days }).toString();

/** Today in a time zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string): string => today(timeZone).toString();

/** Whether a text is a day, such as one in an address. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined) return false;
  try {
    parseDate(text);
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(time: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, known);
  return known.format(time);
}

/** The time of day in a zone, such as `14:05`. */
export const clockTime = (time: Date | string, timeZone: string): string =>
  format(new Date(time), timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The day in a zone, such as `Nov 25, 2026`. */
export const dateText = (time: Date | string, timeZone: string): string =>
  format(new Date(time), timeZone, { year: 'numeric', month: 'short', day: 'numeric' });

/** Day and time in a zone, such as `Nov 25, 2026, 14:05`. */
export const dateTimeText = (time: Date | string, timeZone: string): string =>
  `${dateText(time, timeZone)}, ${clockTime(time, timeZone)}`;

/** A day without a time, `YYYY-MM-DD`, such as `Wed, Nov 25, 2026`. */
export const dayText = (date: string): string =>
  format(new Date(`${date}T00:00:00Z`), 'UTC', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });

/** The same for narrow places, such as `Wed 25`. */
export const shortDayText = (date: string): string => {
  const time = new Date(`${date}T00:00:00Z`);
  return `${format(time, 'UTC', { weekday: 'short' })} ${format(time, 'UTC', { day: 'numeric' })}`;
};

/** A calendar date such as a birthday, `YYYY-MM-DD`, without a weekday. */
export const calendarDate = (date: string): string => {
  const time = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? date : dateText(time, 'UTC');
};

/** Whole years from a birthday, `YYYY-MM-DD`, to today; null if it is no date. */
export function ageInYears(birthday: string | null | undefined, timeZone: string): number | null {
  if (!birthday || !isDay(birthday)) return null;
  const born = parseDate(birthday);
  const now = today(timeZone);
  const hadBirthday = now.month > born.month || (now.month === born.month && now.day >= born.day);
  return now.year - born.year - (hadBirthday ? 0 : 1);
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const minuteMs = 60_000;

/** How long ago an instant is, such as `5 minutes ago` or `yesterday`. */
export function timeAgo(time: Date | string, now: number): string {
  const minutes = Math.round((new Date(time).getTime() - now) / minuteMs);
  if (Math.abs(minutes) < 1) return 'just now';
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}
