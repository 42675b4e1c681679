import type { SnapshotQuery } from '../../../platform/database/snapshot';
import type { LongWork } from '../../../platform/long-work';
import type { HourRange, Reach } from '../../../records/data/glucose-hours';
import type { GlucoseReader } from '../../../records/data/glucose-reader.service';
import type { SensorRange } from '../../../records/data/sensor-readings';
import type { CountedReading } from '../counted-readings';
import { unpackReadings, type HourReadings } from '../hour-readings';
import { newestZone, ProfileReadings } from '../profile-readings';
import { schemaVersion } from '../summary.entity';

/** The sensor readings of a range that count, in order, and where the newest of them that says so was taken. */
export interface StatisticsReadings {
  counted: CountedReading[];
  zone: string;
}

/** Readings of an hour or of several, with the start of the first. */
interface Part extends HourReadings {
  hour: number;
}

/** Ranges that one statement reads. */
const rangesAtOnce = 100;

/** One of the ranges that are asked for, as whole hours. */
interface Asked extends HourRange {
  userId: string;
  parts: Part[];
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
    this.oldestKept = reader.hourOf(reach.from) + reader.hour;
  }

  /** The readings of each range, in the order of the ranges. Both ends of a range belong to it. */
  async of(ranges: readonly SensorRange[]): Promise<StatisticsReadings[]> {
    const { hourOf } = this.reader;
    const asked = ranges.map(({ userId, from, to }): Asked => ({
      userId,
      from: hourOf(from),
      to: hourOf(to),
      parts: [],
      toRead: [],
    }));
    await this.addKept(asked);
    await this.addRecords(asked);
    return ranges.map(({ from, to }, index) => {
      const parts = (asked[index]?.parts ?? []).sort((one, other) => one.hour - other.hour);
      const counted = parts.flatMap(({ counted: all }) => all);
      return {
        counted: counted.filter(({ time }) => time >= from && time <= to),
        zone: newestZone(parts.flatMap(({ zones }) => zones)),
      };
    });
  }

  /** Adds what buckets keep, and says of which hours records have to be read. */
  private async addKept(asked: readonly Asked[]): Promise<void> {
    const userIds = [...new Set(asked.map(({ userId }) => userId))];
    const covered = await this.coveredFrom(userIds);
    const changed = await this.reader.changedHours(this.query, 'cgm', userIds);
    const kept = asked.map((range) => {
      const { userId, from, to } = range;
      if (to < from) return [];
      const first = Math.max(from, covered.get(userId) ?? Infinity);
      const stale = within(changed.get(userId) ?? [], { from: first, to });
      if (from < first) range.toRead.push({ from, to: Math.min(to, first - this.reader.hour) });
      range.toRead.push(...stale);
      return this.without({ from: first, to }, stale);
    });
    const flat = kept.flatMap((ranges, index) => ranges.map((range) => ({ ...range, index })));
    for (let start = 0; start < flat.length; start += rangesAtOnce)
      await this.readBuckets(asked, flat.slice(start, start + rangesAtOnce));
  }

  /** Start of the hour from which on all buckets of an account are there. */
  private async coveredFrom(userIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.query<[userId: string, coveredFrom: number | string]>(
      `SELECT user_id, covered_from FROM summaries
       WHERE summary_type = 'cgm' AND schema_version = ? AND covered_from IS NOT NULL
       AND user_id IN (${userIds.map(() => '?').join(', ')})`,
      [schemaVersion, ...userIds],
    );
    return new Map(rows.map(([userId, from]) => [userId, Math.max(Number(from), this.oldestKept)]));
  }

  private async readBuckets(
    asked: readonly Asked[],
    ranges: readonly (HourRange & { index: number })[],
  ): Promise<void> {
    const parts = ranges.map(
      ({ index }) =>
        `SELECT ${index} AS range_index, hour, readings FROM summary_buckets
         WHERE user_id = ? AND summary_type = 'cgm' AND hour BETWEEN ? AND ?`,
    );
    const rows = await this.query<[index: number | string, hour: number | string, readings: string | null]>(
      parts.join(' UNION ALL '),
      ranges.flatMap(({ index, from, to }) => [asked[index]?.userId, from, to]),
    );
    for (const [index, start, readings] of rows) {
      const hour = Number(start);
      const range = asked[Number(index)];
      if (readings === null) range?.toRead.push({ from: hour, to: hour });
      else range?.parts.push({ hour, ...unpackReadings(hour, readings) });
    }
    await this.work.pause();
  }

  /** Adds what records say of the hours that buckets do not tell of. */
  private async addRecords(asked: readonly Asked[]): Promise<void> {
    const { hour, hourOf } = this.reader;
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
        if (found) range.parts.push({ hour: from, counted: found.counted, zones: found.zoneNames });
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
