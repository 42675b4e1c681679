import type { SnapshotQuery } from '../../../platform/database/snapshot';
import type { LongWork } from '../../../platform/long-work';
import type { HourRange, Reach } from '../../../records/data/glucose-hours';
import type { GlucoseReader } from '../../../records/data/glucose-reader.service';
import type { SeenReading, SensorRange } from '../../../records/data/sensor-readings';
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

/** An hour that a range begins or ends within, and the names of the time zones of all of its readings, in order. */
interface Edge {
  hour: number;
  names: readonly string[];
}

/** One of the ranges that are asked for, as whole hours. */
interface Asked extends HourRange {
  userId: string;
  /** The first and the last instant. */
  exact: Reach;
  parts: Part[];
  /** Of the hours that buckets keep, those of whose readings some are not in the range. */
  edges: Edge[];
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
      exact: { from, to },
      parts: [],
      edges: [],
      kept: [],
      toRead: [],
    }));
    await this.addKept(asked);
    await this.addRecords(asked);
    for (const { parts } of asked) parts.sort((one, other) => one.hour - other.hour);
    const edgeZones = await this.readEdges(asked);
    return asked.map(({ exact: { from, to }, parts }, index) => {
      const counted = joinedSeries(parts.map(({ series }) => series));
      const { first = [], last = [] } = edgeZones[index] ?? {};
      return {
        counted: seriesBetween(counted, from, to),
        zone: newestZone([...first, ...parts.flatMap(({ zones }) => zones), ...last]),
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
      this.addDay(asked[Number(index)] as Asked, Number(start), { series: columns.series(length), zones });
      await this.work.pause();
    }
  }

  /** Adds the readings of a day in the hours that are to be taken from buckets. */
  private addDay(
    { kept, parts, edges, ...range }: Asked,
    start: number,
    { series, zones }: DayReadings,
  ): void {
    const { hour } = this.reader;
    const whole = {
      from: range.from < range.exact.from ? range.from + hour : range.from,
      to: range.to + hour - 1 > range.exact.to ? range.to - hour : range.to,
    };
    for (const { from, to } of within(kept, { from: start, to: start + day - hour })) {
      const inner = within([whole], { from, to });
      parts.push({
        hour: from,
        series: seriesBetween(series, from, to + hour - 1),
        zones: inner.flatMap((hours) => zonesWithin(zones, hours.from, hours.to)),
      });
      for (const each of new Set([range.from, range.to]))
        if (each >= from && each <= to && (each < whole.from || each > whole.to))
          edges.push({ hour: each, names: zonesWithin(zones, each, each) });
    }
  }

  /**
   * The time zones that readings of the range give in the hours that it begins and ends within. Buckets do not tell which readings
   * of an hour name a zone, so the records of such an hour are read, but only where they may make a difference: people seldom
   * travel.
   */
  private async readEdges(asked: readonly Asked[]): Promise<{ first?: string[]; last?: string[] }[]> {
    const found: { first?: string[]; last?: string[] }[] = asked.map(() => ({}));
    const wanted = asked.flatMap(({ userId, exact, to: lastHour, parts, edges }, index) => {
      const inner = newestZone(parts.flatMap(({ zones }) => zones));
      return edges.flatMap(({ hour: start, names }) => {
        const place = start === lastHour ? 'last' : 'first';
        // Without an inner zone it is UTC as well.
        const matters = (place === 'last' || inner === 'UTC') && names.some((name) => name !== inner);
        if (!matters) return [];
        const zones: string[] = [];
        Object.assign(found[index] ?? {}, { [place]: zones });
        const from = Math.max(start, exact.from);
        return [{ userId, from, to: Math.min(start + this.reader.hour - 1, exact.to), zones }];
      });
    });
    for (let start = 0; start < wanted.length; start += rangesAtOnce) {
      const some = wanted.slice(start, start + rangesAtOnce);
      const note = (index: number, { timezone }: SeenReading) => {
        if (timezone !== undefined) some[index]?.zones.push(timezone);
      };
      await this.reader.sensors(this.query).each(some, note, this.work);
    }
    return found;
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
        (index, reading) => read[index]?.add(zonedWithin(some[index]?.range.exact, reading)),
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

/** The reading, without the name of its time zone if it is outside of a range. */
const zonedWithin = (range: Reach | undefined, reading: SeenReading): SeenReading =>
  range && reading.time >= range.from && reading.time <= range.to
    ? reading
    : { ...reading, timezone: undefined };

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
