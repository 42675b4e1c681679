const hour = 3_600_000;
const day = 86_400_000;

/** Days of remote monitoring in 30 days that billing of device supply requires (CPT 99454). */
export const sufficientDays = 16;

/**
 * Counts days with records that arrived within a day, from hours with continuously uploaded records, newest first. The
 * newest hour sets a mark. Each hour at or before the mark with such records counts as a day, and moves the mark to the
 * day before its own (UTC), at the time of day of the newest hour.
 */
export class RealtimeDays {
  private timeOfDay = NaN;
  private mark = NaN;
  /** The number of days. */
  count = 0;

  /**
   * Adds an hour; each is older than the one before.
   *
   * @param start milliseconds since the epoch
   * @param isTimely whether any of its records arrived within a day
   */
  addHour(start: number, isTimely: boolean): void {
    if (Number.isNaN(this.mark)) [this.mark, this.timeOfDay] = [start, start % day];
    if (start > this.mark || !isTimely) return;
    this.count += 1;
    this.mark = start - (start % day) - day + this.timeOfDay;
  }

  /**
   * Adds the hours of a day within a range.
   *
   * @param shown hours with records as bits, the first hour as the lowest one
   * @param timely those with records that arrived within a day, likewise
   */
  addDay(start: number, shown: number, timely: number, range: { startTime: number; endTime: number }): void {
    for (let bits = shown; bits !== 0;) {
      const number = 31 - Math.clz32(bits);
      const bit = 1 << number;
      bits ^= bit;
      const time = start + number * hour;
      if (time >= range.startTime && time <= range.endTime) this.addHour(time, (timely & bit) !== 0);
    }
  }
}
