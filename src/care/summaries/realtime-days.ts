/** An hour with continuously uploaded records. */
export interface RealtimeHour {
  /** Its start, in milliseconds since the epoch. */
  hour: number;
  /** Records that came within a day. */
  realtime: number;
}

const day = 86_400_000;

/** Days that remote monitoring takes in 30 for the supply of devices to be billed (CPT 99454). */
export const sufficientDays = 16;

/**
 * Days with records that came within a day, out of hours with any records, newest first. The newest hour sets a mark. Each
 * hour at the mark or before it counts a day if it has such records, and moves the mark to the day before its own (UTC), at
 * the time of day of the newest hour.
 */
export function countRealtimeDays(hours: readonly RealtimeHour[]): number {
  const [newest] = hours;
  if (!newest) return 0;
  const timeOfDay = newest.hour % day;
  let days = 0;
  let mark = newest.hour;
  for (const { hour, realtime } of hours) {
    if (hour > mark || realtime === 0) continue;
    days += 1;
    mark = hour - (hour % day) - day + timeOfDay;
  }
  return days;
}
