/** An hour with continuously uploaded records. */
export interface RealtimeHour {
  /** Start of the hour, in milliseconds since the epoch. */
  hour: number;
  /** Whether any of them arrived within a day. */
  isTimely: boolean;
}

const day = 86_400_000;

/** Days of remote monitoring in 30 days that billing of device supply requires (CPT 99454). */
export const sufficientDays = 16;

/**
 * Counts days with records that arrived within a day, from hours with any records, newest first. The newest hour sets a
 * mark. Each hour at or before the mark with such records counts as a day, and moves the mark to the day before its own
 * (UTC), at the time of day of the newest hour.
 */
export function countRealtimeDays(hours: readonly RealtimeHour[]): number {
  const [newest] = hours;
  if (!newest) return 0;
  const timeOfDay = newest.hour % day;
  let days = 0;
  let mark = newest.hour;
  for (const { hour, isTimely } of hours) {
    if (hour > mark || !isTimely) continue;
    days += 1;
    mark = hour - (hour % day) - day + timeOfDay;
  }
  return days;
}
