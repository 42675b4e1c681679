import { badInput } from '../../platform/errors';
import { Remembered } from '../../platform/remembered';

const hour = 3_600_000;
const minute = 60_000;
const day = 24 * hour;
const span = 3 * hour;
const quarter = hour / 4;

/** Local date and time in a zone. */
export interface LocalMoment {
  /** `YYYY-MM-DD` */
  date: string;
  /** 0 to 1439 */
  minuteOfDay: number;
}

/** Zones that are remembered, and the offsets of each; a year has some three thousand. */
const mostZones = 100;
const mostOffsets = 20_000;

/** A range of time with the same offset: its first instant, and the first one after it. */
interface Stretch {
  from: number;
  to: number;
  /** Milliseconds. */
  offset: number;
}

const toDate = (dayNumber: number): string => new Date(dayNumber * day).toISOString().slice(0, 10);

/** Local time in a time zone. */
export class LocalTime {
  private static readonly known = new Remembered<string, LocalTime>(mostZones);

  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Remembered<number, number>(mostOffsets);
  private readonly dates = new Remembered<number, string>(mostOffsets);
  /** Where the last instant lay: most callers go through time. */
  private last: Stretch = { from: Infinity, to: -Infinity, offset: 0 };

  /**
   * The local time of a zone, remembered with its offsets, because looking those up takes longer than anything else in
   * statistics. Throws when there is no zone with this name.
   */
  static of(timezone: string): LocalTime {
    return LocalTime.known.get(timezone, (name) => new LocalTime(name));
  }

  /** Throws when there is no zone with this name. */
  constructor(readonly timezone: string) {
    try {
      this.format = new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        hourCycle: 'h23',
        ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
        ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
      });
    } catch {
      throw badInput(`"${timezone}" is not the name of a time zone such as Europe/Vienna.`);
    }
  }

  /** The local time at an instant (milliseconds since the epoch). */
  at(instant: number): LocalMoment {
    const shown = this.shown(instant);
    const dayNumber = Math.floor(shown / day);
    return {
      date: this.formatDate(dayNumber),
      minuteOfDay: Math.floor((shown - dayNumber * day) / minute),
    };
  }

  /** What the clocks show at an instant, as the instant at which those of UTC show it. */
  shown(instant: number): number {
    const { last } = this;
    const { offset } =
      instant >= last.from && instant < last.to ? last : (this.last = this.stretchAt(instant));
    return instant + offset;
  }

  /** The date of a day, as `YYYY-MM-DD`, by its number since the epoch. */
  formatDate(dayNumber: number): string {
    return this.dates.get(dayNumber, toDate);
  }

  /** Some time around an instant. No zone changes its offset twice within three hours. */
  private stretchAt(instant: number): Stretch {
    const from = Math.floor(instant / span) * span;
    const to = from + span;
    const offset = this.offsetOfQuarter(from);
    if (offset === this.offsetOfQuarter(to)) return { from, to, offset };
    const start = Math.floor(instant / quarter) * quarter;
    return { from: start, to: start + quarter, offset: this.offsetOfQuarter(start) };
  }

  /** Offsets change only at quarters of an hour. */
  private offsetOfQuarter(start: number): number {
    return this.offsets.get(start, this.readOffset);
  }

  private readonly readOffset = (start: number): number => {
    const parts = Object.fromEntries(
      this.format.formatToParts(start).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hours, minutes, second) - start;
    return Math.round(offset / minute) * minute;
  };
}
