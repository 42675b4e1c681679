import { placeholders } from '../../platform/database/placeholders';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { LongWork } from '../../platform/long-work';
import type { HourRange } from '../../records/data/glucose-hours';
import type { MeasureKey } from '../../records/data/glucose-reader.service';
import type { Bucket, MadeBucket } from './bucket';
import { addFigures, hourBits, packFigures, unpackFigures } from './day-figures';
import { HourTable } from './hour-table';
import { byHour, packReadings, unpackReadings, type HourReadings } from './day-readings';

/** Milliseconds; days are UTC. */
export const day = 86_400_000;

const hoursADay = 24;

/** Start of the day of an instant. */
export const startOfDay = (time: number): number => Math.floor(time / day) * day;

/** The hours of a day as they are stored. */
export interface PackedDay {
  figures: Buffer;
  /** Of a sensor, otherwise null. */
  readings: Buffer | null;
  /** Hours with visible continuous records, and with some that arrived within a day, as bits; otherwise null. */
  shownHours: number | null;
  timelyHours: number | null;
}

/** A row of the table; the readings are null if they were not asked for. */
type StoredDay = [day: number | string, figures: Buffer, readings: Buffer | null];

/** Days whose readings are read along with the figures. */
const daysOfReadings = 3;

/** A day whose buckets may not have been unpacked yet: most days are only needed when something has changed. */
interface KeptDay {
  figures?: Buffer;
  hours?: Map<number, Bucket>;
}

/** The hourly buckets of an account, those that are stored and changes to them. */
export class KeptDays {
  private readonly days: Map<number, KeptDay>;
  private readonly stored: ReadonlySet<number>;
  /** Changed hours by day; null for hours that no longer have records. */
  private readonly changes = new Map<number, Map<number, MadeBucket | null>>();

  /** Readings of stored days that have been read. */
  private readonly readings: Map<number, Buffer>;

  private constructor(
    private readonly query: SnapshotQuery,
    private readonly key: MeasureKey,
    rows: readonly StoredDay[],
  ) {
    this.days = new Map(rows.map(([start, figures]) => [Number(start), { figures }]));
    this.stored = new Set(this.days.keys());
    this.readings = new Map(
      rows.flatMap(([start, , readings]) => (readings ? [[Number(start), readings]] : [])),
    );
  }

  /**
   * The stored days from an hour on; none of them if there is no such hour.
   *
   * @param changing hours that will be set, so that the readings of their days are needed
   */
  static async read(
    query: SnapshotQuery,
    key: MeasureKey,
    from: number | null,
    changing: readonly HourRange[],
  ): Promise<KeptDays> {
    if (from === null) return new KeptDays(query, key, []);
    const { userId, measure } = key;
    // Few, or most days, would be read in vain.
    const first = startOfDay(changing[0]?.from ?? 0);
    const last = Math.min(changing.at(-1)?.to ?? -1, first + (daysOfReadings - 1) * day);
    const rows = await query<StoredDay>(
      `SELECT day, figures, CASE WHEN day BETWEEN ? AND ? THEN readings END FROM summary_days
       WHERE user_id = ? AND summary_type = ? AND day >= ? ORDER BY day`,
      [first, last, userId, measure, from],
    );
    return new KeptDays(query, key, rows);
  }

  private readHours(start: number): Map<number, Bucket> {
    const kept = this.days.get(start);
    if (!kept) return new Map();
    return (kept.hours ??= unpackFigures(start, kept.figures ?? Buffer.alloc(0)));
  }

  /** Days that have buckets, in order. */
  private get starts(): number[] {
    return [...this.days.keys()].sort((one, other) => one - other);
  }

  /** The starts of the hours within a range that have a bucket. */
  hoursWithin(range: HourRange): number[] {
    return this.startsWithin(range).flatMap((start) => this.sortedHours(start, range).map(([hour]) => hour));
  }

  private startsWithin({ from, to }: HourRange): number[] {
    return this.starts.filter((start) => start > from - day && start <= to);
  }

  /** The buckets of the hours within a range, in order. */
  table(range: HourRange): HourTable {
    const starts = this.startsWithin(range);
    const table = new HourTable(starts.length * hoursADay);
    for (const start of starts) {
      const { figures, hours } = this.days.get(start) as KeptDay;
      if (figures && !hours) addFigures(table, start, figures, range);
      else for (const [hour, bucket] of this.sortedHours(start, range)) table.add(hour, bucket);
    }
    return table;
  }

  private sortedHours(start: number, { from, to }: HourRange): [hour: number, bucket: Bucket][] {
    return [...this.readHours(start)]
      .filter(([hour]) => hour >= from && hour <= to)
      .sort(([one], [other]) => one - other);
  }

  /** The last bucket up to an hour that has a visible record; undefined if there is none. */
  newest(upTo: number): Bucket | undefined {
    for (const start of this.starts.reverse()) {
      const hours = [...this.readHours(start)].filter(
        ([hour, { newest }]) => hour <= upTo && newest !== null,
      );
      if (hours.length > 0) return hours.reduce((one, other) => (other[0] > one[0] ? other : one))[1];
    }
    return undefined;
  }

  /** Replaces the bucket of an hour; null if it has no records any more. */
  set(hour: number, bucket: MadeBucket | null): void {
    const start = startOfDay(hour);
    const hours = this.readHours(start);
    this.days.set(start, { hours });
    if (bucket) hours.set(hour, bucket);
    else hours.delete(hour);
    const changed = this.changes.get(start) ?? new Map<number, MadeBucket | null>();
    this.changes.set(start, changed.set(hour, bucket));
  }

  /** The days with changed hours, as they are to be stored; null for days that no longer have buckets. */
  async changed(): Promise<Map<number, PackedDay | null>> {
    const starts = [...this.changes.keys()];
    const readings = this.key.measure === 'cgm' ? await this.storedReadings(starts) : undefined;
    const work = new LongWork();
    const packed = new Map<number, PackedDay | null>();
    for (const start of starts) {
      await work.pause();
      packed.set(start, this.packed(start, readings));
    }
    return packed;
  }

  private packed(start: number, readings?: ReadonlyMap<number, Buffer>): PackedDay | null {
    const hours = [...this.readHours(start)].sort(([one], [other]) => one - other);
    if (hours.length === 0) return null;
    const isContinuous = this.key.measure === 'con';
    return {
      figures: packFigures(start, hours),
      readings: readings ? packReadings(start, this.readReadings(start, readings.get(start))) : null,
      shownHours: isContinuous ? hourBits(start, hours, ({ continuous }) => continuous !== undefined) : null,
      timelyHours: isContinuous
        ? hourBits(start, hours, ({ continuous }) => (continuous?.realtime ?? 0) > 0)
        : null,
    };
  }

  /** The readings of a day: of hours that have not changed, those that are stored. */
  private readReadings(start: number, stored: Buffer | undefined): [number, HourReadings][] {
    const hours = stored ? byHour(unpackReadings(start, stored)) : new Map<number, HourReadings>();
    for (const [hour, bucket] of this.changes.get(start) ?? []) {
      if (bucket?.readings) hours.set(hour, bucket.readings);
      else hours.delete(hour);
    }
    return [...hours].sort(([one], [other]) => one - other);
  }

  private async storedReadings(starts: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const missing = starts.filter((start) => this.stored.has(start) && !this.readings.has(start));
    if (missing.length === 0) return this.readings;
    const { userId, measure } = this.key;
    const rows = await this.query<[day: number | string, readings: Buffer]>(
      `SELECT day, readings FROM summary_days
       WHERE user_id = ? AND summary_type = ? AND day IN (${placeholders(missing)})`,
      [userId, measure, ...missing],
    );
    for (const [start, readings] of rows) this.readings.set(Number(start), readings);
    return this.readings;
  }
}
