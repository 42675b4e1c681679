const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Every zone changes its offset at a multiple of a quarter of an hour. */
const transitionGridMs = 15 * minuteMs;

/**
 * Wall clock of one IANA time zone.
 * "Local milliseconds" are milliseconds since 1970 as if the wall clock showed UTC. Offsets are remembered
 * by the day, because a look-up in the zone data base costs far more than all else that is done for a reading.
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

  /** Minutes that the wall clock is ahead of UTC at an instant (milliseconds since 1970). */
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

  /** Local milliseconds of an instant. */
  toLocal(instant: number): number {
    return instant + this.offsetMinutes(instant) * minuteMs;
  }

  /** Instant of local milliseconds; a wall-clock time that a change of the clock skips lands just after it. */
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
