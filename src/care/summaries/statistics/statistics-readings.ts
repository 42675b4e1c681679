import type { SnapshotQuery } from '../../../platform/database/snapshot';
import type { LongWork } from '../../../platform/long-work';
import type { HourRange, Reach } from '../../../records/data/glucose-hours';
import type { GlucoseReader } from '../../../records/data/glucose-reader.service';
import type { SensorRange } from '../../../records/data/sensor-readings';
import { readCount, DayUnpacker, zonesWithin, type DayReadings } from '../day-readings';
import { day, startOfDay } from '../kept-days';
import { newestZone, ProfileReadings } from '../profile-readings';
import { joinedSeries, SeriesColumns, seriesBetween, toSeries, type ReadingSeries } from '../reading-series';
import { schemaVersion } from '../summary.entity';

/** The sensor readings of a range that count, in order, and where the newest of them that says so was taken. */
export interface StatisticsReadings {
  counted: ReadingSeries;
  zone: string;
}

/** Readings of one or more hours, with the start of the first. */
interface Part {
  hour: number;
  series: ReadingSeries;
  /** Names of time zones as records give them, in order. */
  zones: readonly string[];
}

/** Ranges that one statement reads. */
const rangesAtOnce = 100;

/** One of the ranges that are asked for, as whole hours. */
interface Asked extends HourRange {
  userId: string;
  parts: Part[];
  /** Hours whose readings buckets keep. */
  kept: HourRange[];
  /** Hours whose records have to be read. */
  toRead: HourRange[];
}

/**
 * Reads the sensor readings of ranges: those that the hourly buckets of summaries keep, and the records of all other
 * hours. Both count in the same way, hour by hour, so it does not matter which of them a reading comes from.
 */
export class StatisticsReader {
  /** No hour before it is taken from a bucket: changes of older records are not noted. */
  private readonly oldestKept: number;

  /** @param reach the range of time in which records count now */
  constructor(
    private readonly reader: GlucoseReader,
    private readonly query: SnapshotQuery,
    private readonly work: LongWork,
    reach: Reach,
  ) {
    this.oldestKept = reader.startOfHour(reach.from) + reader.hour;
  }

  /** The readings of each range, in the order of the ranges. Both ends of a range belong to it. */
  async of(ranges: readonly SensorRange[]): Promise<StatisticsReadings[]> {
    const { startOfHour: hourOf } = this.reader;
    const asked = ranges.map(({ userId, from, to }): Asked => ({
      userId,
      from: hourOf(from),
      to: hourOf(to),
      parts: [],
      kept: [],
      toRead: [],
    }));
    await this.addKept(asked);
    await this.addRecords(asked);
    return ranges.map(({ from, to }, index) => {
      const parts = (asked[index]?.parts ?? []).sort((one, other) => one.hour - other.hour);
      const counted = joinedSeries(parts.map(({ series }) => series));
      return {
        counted: seriesBetween(counted, from, to),
        zone: newestZone(parts.flatMap(({ zones }) => zones)),
      };
    });
  }

  /** Adds what buckets keep, and says of which hours records have to be read. */
  private async addKept(asked: readonly Asked[]): Promise<void> {
    const userIds = [...new Set(asked.map(({ userId }) => userId))];
    const covered = await this.coveredFrom(userIds);
    const changed = await this.reader.changedHours(this.query, 'cgm', userIds);
    for (const range of asked) {
      const { userId, from, to } = range;
      if (to < from) continue;
      const first = Math.max(from, covered.get(userId) ?? Infinity);
      const stale = within(changed.get(userId) ?? [], { from: first, to });
      if (from < first) range.toRead.push({ from, to: Math.min(to, first - this.reader.hour) });
      range.toRead.push(...stale);
      range.kept.push(...this.without({ from: first, to }, stale));
    }
    const kept = asked.filter((range) => range.kept.length > 0);
    for (let start = 0; start < kept.length; start += rangesAtOnce)
      await this.readBuckets(kept.slice(start, start + rangesAtOnce));
  }

  /**
   * Start of the hour from which all buckets of an account are stored. The statement names accounts only: given a type and a
   * version too, a database with old statistics finds all summaries of that version by their index.
   */
  private async coveredFrom(userIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.query<
      [userId: string, type: string, version: number, coveredFrom: number | string | null]
    >(
      `SELECT user_id, summary_type, schema_version, covered_from FROM summaries
       WHERE user_id IN (${userIds.map(() => '?').join(', ')})`,
      [...userIds],
    );
    return new Map(
      rows.flatMap(([userId, type, version, from]) =>
        type === 'cgm' && Number(version) === schemaVersion && from !== null
          ? [[userId, Math.max(Number(from), this.oldestKept)] as const]
          : [],
      ),
    );
  }

  /** One statement for all of the ranges. */
  private async readBuckets(asked: readonly Asked[]): Promise<void> {
    const parts = asked.map(
      (_range, index) =>
        `SELECT ${index} AS range_index, day, readings FROM summary_days
         WHERE user_id = ? AND summary_type = 'cgm' AND day BETWEEN ? AND ?`,
    );
    const rows = await this.query<[index: number | string, day: number | string, readings: Buffer]>(
      parts.join(' UNION ALL '),
      asked.flatMap(({ userId, kept }) => [userId, startOfDay(kept[0]?.from ?? 0), kept.at(-1)?.to ?? 0]),
    );
    const columns = new SeriesColumns(rows.reduce((sum, [, , readings]) => sum + readCount(readings), 0));
    const unpacker = new DayUnpacker();
    for (const [index, start, readings] of rows) {
      const { length } = columns;
      const zones = unpacker.unpack(Number(start), readings, columns);
      const { kept, parts: found } = asked[Number(index)] as Asked;
      found.push(...this.splitDay(kept, Number(start), { series: columns.series(length), zones }));
      await this.work.pause();
    }
  }

  /** The readings of a day in the hours that are to be taken from buckets. */
  private splitDay(kept: readonly HourRange[], start: number, { series, zones }: DayReadings): Part[] {
    const { hour } = this.reader;
    return within(kept, { from: start, to: start + day - hour }).map(({ from, to }) => ({
      hour: from,
      series: seriesBetween(series, from, to + hour - 1),
      zones: zonesWithin(zones, from, to),
    }));
  }

  /** Adds what records say of the hours that buckets do not tell of. */
  private async addRecords(asked: readonly Asked[]): Promise<void> {
    const { hour, startOfHour: hourOf } = this.reader;
    const flat = asked.flatMap((range) => joined(range.toRead, hour).map((hours) => ({ range, ...hours })));
    for (let start = 0; start < flat.length; start += rangesAtOnce) {
      const some = flat.slice(start, start + rangesAtOnce);
      const read = some.map(() => new ProfileReadings(hourOf));
      await this.reader.sensors(this.query).each(
        some.map(({ range, from, to }) => ({ userId: range.userId, from, to: to + hour - 1 })),
        (index, reading) => read[index]?.add(reading),
        this.work,
      );
      for (const [index, { range, from }] of some.entries()) {
        const found = read[index];
        found?.end();
        if (found) range.parts.push({ hour: from, series: toSeries(found.counted), zones: found.zoneNames });
      }
    }
  }

  /** What of a range is outside of others, which are in order and within it. */
  private without({ from, to }: HourRange, others: readonly HourRange[]): HourRange[] {
    const { hour } = this.reader;
    const starts = [from, ...others.map((other) => other.to + hour)];
    const ends = [...others.map((other) => other.from - hour), to];
    return starts
      .map((start, index) => ({ from: start, to: ends[index] ?? to }))
      .filter((range) => range.from <= range.to);
  }
}

/** What of some ranges lies within another one. */
const within = (ranges: readonly HourRange[], { from, to }: HourRange): HourRange[] =>
  ranges
    .map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.from <= range.to);

/** Ranges that do not overlap, in order; those that touch are one. */
function joined(ranges: readonly HourRange[], hour: number): HourRange[] {
  const apart: HourRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last && range.from <= last.to + hour) last.to = Math.max(last.to, range.to);
    else apart.push({ ...range });
  }
  return apart;
}
