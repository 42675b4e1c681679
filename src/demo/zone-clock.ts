const minuteMs = 60_000;
const dayMs = 86_400_000;
/** All zones change their offset at a multiple of a quarter of an hour. */
const transitionGridMs = 15 * minuteMs;

/**
 * Local time of an IANA time zone. "Local milliseconds" are milliseconds since the epoch as if local time were UTC.
 * Offsets are cached per day, because a look-up in the time zone database costs far more than everything else done for
 * a reading.
 */
export class ZoneClock {
  private readonly formatter: Intl.DateTimeFormat;
  private day = Number.NaN;
  private dayOffset: number | undefined;
  private quarter = Number.NaN;
  private quarterOffset = 0;

  /** Throws a RangeError when the zone is unknown. */
  constructor(timezone: string) {
    this.formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** Offset from UTC in minutes at an instant (milliseconds since the epoch). */
  offsetMinutes(instant: number): number {
    const day = Math.floor(instant / dayMs);
    if (day !== this.day) {
      const first = this.lookUp(day * dayMs);
      this.day = day;
      this.dayOffset = first === this.lookUp((day + 1) * dayMs) ? first : undefined;
    }
    if (this.dayOffset !== undefined) return this.dayOffset;
    const quarter = Math.floor(instant / transitionGridMs);
    if (quarter !== this.quarter) {
      this.quarter = quarter;
      this.quarterOffset = this.lookUp(quarter * transitionGridMs);
    }
    return this.quarterOffset;
  }

  /** Converts an instant to local milliseconds. */
  toLocal(instant: number): number {
    return instant + this.offsetMinutes(instant) * minuteMs;
  }

  /** Converts local milliseconds to an instant; a local time skipped by a clock change maps to just after it. */
  toInstant(local: number): number {
    const guess = local - this.lookUp(local) * minuteMs;
    return local - this.lookUp(guess) * minuteMs;
  }

  private lookUp(instant: number): number {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.formatter.formatToParts(instant)) part[type] = Number(value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = part;
    const local = Date.UTC(year, month - 1, day, hour, minute);
    return Math.round((local - instant) / minuteMs);
  }
}
