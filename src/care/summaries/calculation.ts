import type { SnapshotQuery } from '../../platform/database/snapshot';
import { LongWork } from '../../platform/long-work';
import type { HourRange } from '../../records/data/glucose-hours';
import type {
  GlucoseReader,
  GlucoseReading,
  MeasureKey,
  PendingChanges,
} from '../../records/data/glucose-reader.service';
import { makeBucket, type Bucket } from './bucket';
import { startOfDay, KeptDays, type PackedDay } from './kept-days';
import { column, type HourTable } from './hour-table';
import type { CalendarInterval } from './intervals/calendar-intervals';
import { intervalFigures, type IntervalFigures } from './intervals/interval-figures';
import {
  isCut,
  knownFrom,
  outdatedIntervals,
  type IntervalChanges,
  type IntervalsBefore,
} from './intervals/known-intervals';
import { continuousPeriods, glucosePeriods, hoursKept, hoursOfSummary } from './periods';
import type { SummaryContent } from './summary.entity';

/** The state before a calculation. */
interface Before {
  /** Start of the day from which all buckets are stored; null if none are. */
  coveredFrom: number | null;
  /** All weeks and months that begin at this instant or later are stored; null if none are. */
  intervalsFrom: number | null;
  /** Time of the newest record that counted; null if there was none. */
  newest: number | null;
  changes: Pick<PendingChanges, 'ranges'>;
}

/** The result of a calculation. */
export interface Calculated {
  /** The summary; null if no record counts any more. */
  content: Omit<SummaryContent, 'lastUpdatedReason'> | null;
  /** Start of the day from which all buckets are stored; null if none are. */
  coveredFrom: number | null;
  /** Time of the first record too far in the future to count; null if there is none. */
  ahead: number | null;
  /** Days with changed buckets, by their start; null for days that no longer have records. */
  changed: ReadonlyMap<number, PackedDay | null>;
  /** Weeks and months with changed figures; null for continuous uploads, which have none. */
  intervals: IntervalChanges | null;
}

/** Readings between two looks at the clock. */
const readingsAtOnce = 500;

/**
 * Updates the hourly buckets of an account and computes its summary from them. It reads only the records of changed
 * hours, and a few records at either end. Reads need not see one moment: what changes meanwhile is noted, and calculated
 * again.
 */
export class Calculation {
  private readonly reach: { from: number; to: number };

  constructor(
    private readonly reader: GlucoseReader,
    private readonly query: SnapshotQuery,
    private readonly key: MeasureKey,
    private readonly instant: number,
  ) {
    this.reach = reader.reach(instant);
  }

  async run({ coveredFrom, intervalsFrom, newest: newestBefore, changes }: Before): Promise<Calculated> {
    const buckets = await KeptDays.read(this.query, this.key, coveredFrom, changes.ranges);
    if (coveredFrom !== null) await this.refresh(buckets, clipped(changes.ranges, coveredFrom));
    const newest = await this.newestTime(buckets, coveredFrom);
    const ahead = await this.nextTime(buckets, coveredFrom);
    if (newest === null)
      return { content: null, coveredFrom: null, ahead, changed: new Map(), intervals: null };
    const from = this.firstDay(newest);
    await this.extend(buckets, from, coveredFrom);
    const content = await this.makeContent(buckets, newest);
    const hoursFrom = Math.min(from, coveredFrom ?? from);
    const intervals = await this.makeIntervals(buckets, {
      ...{ intervalsFrom, hoursFrom, newest, newestBefore, changed: changes.ranges },
      instant: this.instant,
    });
    return { content, coveredFrom: from, ahead, changed: await buckets.changed(), intervals };
  }

  /** The start of the oldest day to keep with this newest record. */
  private firstDay(newest: number): number {
    return startOfDay(this.reader.startOfHour(newest) - hoursKept[this.key.measure] * this.reader.hour);
  }

  /** Recomputes the buckets of some hours. */
  private async refresh(buckets: KeptDays, ranges: readonly HourRange[]): Promise<void> {
    if (ranges.length === 0) return;
    const { startOfHour: hourOf } = this.reader;
    const readings = await this.reader.readings(this.query, this.key, ranges);
    const work = new LongWork();
    const byHour = new Map<number, GlucoseReading[]>();
    for (const [index, reading] of readings.entries()) {
      const start = hourOf(reading.time);
      const list = byHour.get(start);
      if (list) list.push(reading);
      else byHour.set(start, [reading]);
      if (index % readingsAtOnce === readingsAtOnce - 1) await work.pause();
    }
    for (const range of ranges)
      for (const start of buckets.hoursWithin(range)) if (!byHour.has(start)) buckets.set(start, null);
    for (const [start, ofHour] of byHour) {
      await work.pause();
      buckets.set(start, makeBucket(this.key.measure, ofHour));
    }
  }

  /** Time of the newest counted record; null if there is none. */
  private async newestTime(buckets: KeptDays, coveredFrom: number | null): Promise<number | null> {
    const { from, to } = this.reach;
    const newest = buckets.newest(this.reader.startOfHour(to))?.newest ?? null;
    if (newest !== null && newest <= to) return newest >= from ? newest : null;
    // No stored bucket counts, or only part of an hour does: search further back.
    const below = newest === null && coveredFrom !== null ? Math.min(to, coveredFrom - 1) : to;
    return this.reader.newest(this.query, this.key, { from, to: below });
  }

  /** Time of the first record too far in the future to count; null if there is none. */
  private async nextTime(buckets: KeptDays, coveredFrom: number | null): Promise<number | null> {
    // Hours in the future have buckets, too.
    const after = { from: this.reader.startOfHour(this.reach.to), to: this.reader.lastHour };
    if (coveredFrom !== null && buckets.hoursWithin(after).length === 0) return null;
    return this.reader.next(this.query, this.key, this.reach.to);
  }

  /** Computes buckets older than the stored ones. */
  private async extend(buckets: KeptDays, from: number, coveredFrom: number | null): Promise<void> {
    if (coveredFrom !== null && from >= coveredFrom) return;
    // Buckets in the future are stored too, because they will count later.
    const to = coveredFrom === null ? this.reader.lastHour : coveredFrom - this.reader.hour;
    await this.refresh(buckets, [{ from, to }]);
  }

  private async makeContent(buckets: KeptDays, newest: number): Promise<Calculated['content']> {
    const oldest = Math.max(newest - hoursOfSummary * this.reader.hour + 1, this.reach.from);
    const { hours, modified } = await this.countedHours(buckets, oldest, newest);
    if (hours.length === 0) return null;
    return {
      firstData: hours.get(0, column.first),
      lastData: newest,
      lastUploadDate: modified,
      periods: this.key.measure === 'con' ? continuousPeriods(hours) : glucosePeriods(hours),
    };
  }

  /** The hours with records that count between two instants, both included, and when one of their records last changed. */
  private async countedHours(
    buckets: KeptDays,
    oldest: number,
    newest: number,
  ): Promise<{ hours: HourTable; modified: number }> {
    const { startOfHour: hourOf } = this.reader;
    const hours = buckets.table({ from: hourOf(oldest), to: hourOf(newest) });
    let modified = 0;
    for (let row = 0; row < hours.length; row += 1) {
      const start = hours.get(row, column.hour);
      if (start < oldest || hours.get(row, column.newest) > newest)
        hours.replace(row, await this.part(start, oldest, newest));
      modified = Math.max(modified, hours.get(row, column.modified));
    }
    hours.keep((row) => !Number.isNaN(hours.get(row, column.first)));
    return { hours, modified };
  }

  private async makeIntervals(buckets: KeptDays, before: IntervalsBefore): Promise<IntervalChanges | null> {
    if (this.key.measure === 'con') return null;
    const { newest } = before;
    const from = knownFrom(before);
    const figures: { interval: CalendarInterval; figures: IntervalFigures | null }[] = [];
    for (const interval of outdatedIntervals(before, from)) {
      const last = Math.min(interval.end - 1, newest);
      const { hours } = await this.countedHours(buckets, interval.start, last);
      figures.push({ interval, figures: intervalFigures(hours) });
    }
    return { from, newest, isCut: isCut(before, from), figures };
  }

  /** The bucket of an hour of which only some records count. */
  private async part(start: number, oldest: number, newest: number): Promise<Bucket | null> {
    const readings = await this.reader.readings(this.query, this.key, [{ from: start, to: start }]);
    return makeBucket(
      this.key.measure,
      readings.filter(({ time }) => time >= oldest && time <= newest),
    );
  }
}

/** The part of the ranges at or after an hour. */
const clipped = (ranges: readonly HourRange[], from: number): HourRange[] =>
  ranges.filter(({ to }) => to >= from).map((range) => ({ from: Math.max(range.from, from), to: range.to }));
