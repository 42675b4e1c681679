import type { LongWork } from '../../../platform/long-work';
import type { Limits } from '../glucose-ranges';
import type { LocalTime } from '../local-time';
import { glucoseManagementIndicator } from '../periods';
import { partOfSeries, type ReadingSeries } from '../reading-series';
import { episodeKinds, makeEpisodes, type EpisodeKind, type Episodes } from './episodes';
import { FigureSum, type Figures } from './figures';
import { glycemiaRiskIndex } from './glycemia-risk';

const minute = 60_000;
const quarter = 15 * minute;
const minutesAnHour = 60;
const hoursADay = 24;
/** What the consensus wants before anybody relies on statistics (Battelino et al., Diabetes Care 2019). */
const enoughTime = 14 * hoursADay * minutesAnHour * minute;
const enoughWear = 0.7;

/** Statistics of the sensor readings of a range of time; glucose is in mmol/L. */
export interface GlucoseStatistics extends Figures {
  timezone: string;
  /** Whether at least 14 days have passed, and the sensor was worn for at least 70 % of them. */
  isSufficient: boolean;
  /** Percent, one decimal; null without a reading. */
  glucoseManagementIndicator: number | null;
  /** 0 to 100; null without a reading. */
  glycemiaRiskIndex: number | null;
  /** Null without a reading. */
  episodes: Record<EpisodeKind, Episodes | null>;
  /** By hour of the clock, 0 to 23. */
  byHour: Figures[];
  /** By day of the calendar, all of the range in order. */
  byDay: (Figures & { date: string })[];
}

/** A range of time: its first instant, and the first one after it; milliseconds since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The hours and days of a range as the clocks of a zone show them. */
class StatisticsCalendar {
  readonly hours: FigureSum[];
  readonly days = new Map<string, FigureSum>();
  /** The hour and the day of each quarter of an hour of the range: clocks change where one begins, if at all. */
  private readonly quarters: { hour: FigureSum; day: FigureSum }[] = [];
  private readonly first: number;

  constructor(
    private readonly range: TimeRange,
    private readonly targets: Limits,
    private readonly clocks: LocalTime,
  ) {
    this.hours = Array.from({ length: hoursADay }, () => new FigureSum(targets));
    this.first = Math.floor(range.from / quarter);
  }

  /** Goes through the range, and notes which of its time has passed. */
  async fill(passed: number, work: LongWork): Promise<void> {
    const { range, clocks, first } = this;
    for (let start = first * quarter; start < range.to; start += quarter) {
      const { date, minuteOfDay } = clocks.at(start);
      const hour = this.hours[Math.floor(minuteOfDay / minutesAnHour)] as FigureSum;
      const day = this.sumDay(date);
      const time = Math.max(0, Math.min(start + quarter, range.to, passed) - Math.max(start, range.from));
      hour.elapsed += time;
      day.elapsed += time;
      if (this.quarters.push({ hour, day }) % hoursADay === 0) await work.pause();
    }
  }

  private sumDay(date: string): FigureSum {
    let day = this.days.get(date);
    if (!day) this.days.set(date, (day = new FigureSum(this.targets)));
    return day;
  }

  /** Adds readings in their order, those of an hour of the clock together. */
  async add(readings: ReadingSeries, work: LongWork): Promise<void> {
    const { times } = readings;
    let start = 0;
    let one = this.at(times[0]);
    for (let end = 1; end <= times.length; end += 1) {
      const next = this.at(times[end]);
      if (next && one?.hour === next.hour && one.day === next.day) continue;
      const together = new FigureSum(this.targets);
      together.add(partOfSeries(readings, start, end));
      one?.hour.addSum(together);
      one?.day.addSum(together);
      start = end;
      one = next;
      await work.pause();
    }
  }

  private at(time: number | undefined) {
    return time === undefined ? undefined : this.quarters[Math.floor(time / quarter) - this.first];
  }
}

/**
 * The statistics of a range of time, of its readings that count in their order.
 *
 * @param passed the present: time after it counts as not worn only once it has passed
 */
export async function glucoseStatistics(
  readings: ReadingSeries,
  range: TimeRange,
  { targets, clocks, passed }: { targets: Limits; clocks: LocalTime; passed: number },
  work: LongWork,
): Promise<GlucoseStatistics> {
  const calendar = new StatisticsCalendar(range, targets, clocks);
  await calendar.fill(passed, work);
  await calendar.add(readings, work);
  const all = new FigureSum(targets);
  for (const day of calendar.days.values()) {
    all.addSum(day);
    all.elapsed += day.elapsed;
  }
  const figures = all.figures();
  const shares = all.shares();
  return {
    ...figures,
    timezone: clocks.timezone,
    isSufficient: all.elapsed >= enoughTime && (figures.wear ?? 0) >= enoughWear,
    glucoseManagementIndicator: figures.mean === null ? null : glucoseManagementIndicator(figures.mean),
    glycemiaRiskIndex: shares && glycemiaRiskIndex(shares),
    episodes: Object.fromEntries(episodeKinds.map((kind) => [kind, makeEpisodes(kind, readings)])) as Record<
      EpisodeKind,
      Episodes | null
    >,
    byHour: calendar.hours.map((hour) => hour.figures()),
    byDay: [...calendar.days].map(([date, day]) => ({ date, ...day.figures() })),
  };
}
