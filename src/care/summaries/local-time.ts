import { badInput } from '../../platform/errors';

const hour = 3_600_000;
const minute = 60_000;
const day = 24 * hour;
const span = 3 * hour;

/** Local date and time in a zone. */
export interface LocalMoment {
  /** `YYYY-MM-DD` */
  date: string;
  /** 0 to 1439 */
  minuteOfDay: number;
}

/** Local time in a time zone. */
export class LocalTime {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();
  private readonly dates = new Map<number, string>();

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
    const shown = instant + this.offsetAt(instant);
    const dayNumber = Math.floor(shown / day);
    return {
      date: this.dateOf(dayNumber),
      minuteOfDay: Math.floor((shown - dayNumber * day) / minute),
    };
  }

  private dateOf(dayNumber: number): string {
    let date = this.dates.get(dayNumber);
    if (date === undefined) {
      date = new Date(dayNumber * day).toISOString().slice(0, 10);
      this.dates.set(dayNumber, date);
    }
    return date;
  }

  /** Offset from UTC in milliseconds. No zone changes its offset twice within three hours. */
  private offsetAt(instant: number): number {
    const start = Math.floor(instant / span) * span;
    const offset = this.offsetOfQuarter(start);
    return offset === this.offsetOfQuarter(start + span) ? offset : this.offsetOfQuarter(instant);
  }

  /** Offsets change only at quarters of an hour. */
  private offsetOfQuarter(instant: number): number {
    const quarter = Math.floor(instant / (hour / 4)) * (hour / 4);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(
      this.format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hours, minutes, second) - quarter;
    const rounded = Math.round(offset / minute) * minute;
    this.offsets.set(quarter, rounded);
    return rounded;
  }
}
