import { coefficientOfVariation, weigh, type Amount, type GlucoseSum } from './bucket';
import { rangeNames, type RangeName } from './glucose-ranges';
import { column, type HourTable } from './hour-table';

/** Periods of a summary and their lengths in days. Each ends with the newest hour that has data. */
export const periodDays = { '1d': 1, '7d': 7, '14d': 14, '30d': 30 } as const;

export type PeriodName = keyof typeof periodDays;

const periodNames = Object.keys(periodDays) as PeriodName[];

const hoursADay = 24;
const minutesADay = 1440;
const day = 86_400_000;

/** Hours that a summary covers: the longest period, and the one before it. */
export const hoursOfSummary = 2 * hoursADay * Math.max(...Object.values(periodDays));

/**
 * Hours whose buckets are kept: those of a summary. For sensors, those of statistics of the last 90 days, which can begin and
 * end at any time of day.
 */
export const hoursKept = { cgm: 91 * hoursADay, bgm: hoursOfSummary, con: hoursOfSummary } as const;

/** An amount and its share of the whole. Only the total has `glucose` and `variance`. */
export interface PeriodRange extends Amount {
  /** A fraction: of the length of the period for the total, otherwise of the total. */
  percent: number;
  glucose?: number;
  variance?: number;
}

type Ranges = Record<'total' | RangeName, PeriodRange>;

const figureNames = [
  'min',
  'max',
  'hoursWithData',
  'daysWithData',
  'averageGlucoseMmol',
  'glucoseManagementIndicator',
  'standardDeviation',
  'coefficientOfVariation',
  'averageDailyRecords',
] as const;

type Figures = Record<(typeof figureNames)[number], number>;

export type PeriodFigures = Ranges & Figures;

/** Statistics of a period, and their differences from the preceding period. */
export type GlucosePeriod = PeriodFigures & { delta: PeriodFigures };

/** Upload delays of the records of a period. */
export interface ContinuousPeriod {
  realtime: PeriodRange;
  deferred: PeriodRange;
  total: PeriodRange;
  averageDailyRecords: number;
}

export type SummaryPeriods = Record<PeriodName, GlucosePeriod> | Record<PeriodName, ContinuousPeriod>;

/** Every summary has the same ranges with the same properties, so clients need no checks. */
const whole = (range: PeriodRange): PeriodRange => ({ glucose: 0, variance: 0, ...range });

/**
 * Glucose management indicator: an estimate of HbA1c in percent from the sensor mean, with one decimal. Regression of
 * Bergenstal et al. (Diabetes Care 2018), from mmol/L through mmol/mol.
 */
export function glucoseManagementIndicator(averageMmolL: number): number {
  const percent = 0.09148 * (12.71 + 4.70587 * averageMmolL) + 2.152;
  return Math.floor(percent * 10 + 0.5) / 10;
}

/** Rows of a table, from one up to another one. */
interface Rows {
  from: number;
  to: number;
}

/** Days with data, counted in steps of 24 hours back from the newest hour; not calendar days. */
function daysWithData(hours: HourTable, { from, to }: Rows): number {
  let days = 0;
  let mark = Infinity;
  for (let row = to - 1; row >= from; row -= 1) {
    const start = hours.get(row, column.hour);
    if (mark - start < day) continue;
    days += 1;
    mark = start;
  }
  return days;
}

function toFigures(sum: GlucoseSum, hours: HourTable, rows: Rows, days: number): PeriodFigures {
  const { total } = sum;
  const weight = weigh(total);
  const average = weight > 0 ? total.glucose / weight : 0;
  const deviation = weight > 0 ? Math.sqrt(total.variance / weight) : 0;
  const isTimed = total.minutes > 0;
  const toShare = ({ minutes, records }: Amount): number => {
    if (weight === 0) return 0;
    return isTimed ? minutes / total.minutes : records / total.records;
  };
  const ranges = rangeNames.map((name): [RangeName, PeriodRange] => {
    const range = sum.ranges[name];
    return [name, whole({ ...range, percent: toShare(range) })];
  });
  return {
    total: { ...total, percent: total.minutes / (days * minutesADay) },
    ...(Object.fromEntries(ranges) as Record<RangeName, PeriodRange>),
    min: sum.min,
    max: sum.max,
    hoursWithData: rows.to - rows.from,
    daysWithData: daysWithData(hours, rows),
    averageGlucoseMmol: average,
    glucoseManagementIndicator: isTimed ? glucoseManagementIndicator(average) : 0,
    standardDeviation: deviation,
    coefficientOfVariation: coefficientOfVariation(deviation, average) ?? 0,
    averageDailyRecords: total.records / days,
  };
}

function difference(one: PeriodFigures, other: PeriodFigures): PeriodFigures {
  const ranges = (['total', ...rangeNames] as const).map((name): [string, PeriodRange] => [
    name,
    {
      minutes: one[name].minutes - other[name].minutes,
      records: one[name].records - other[name].records,
      percent: one[name].percent - other[name].percent,
    },
  ]);
  const figures = figureNames.map((name): [string, number] => [name, one[name] - other[name]]);
  return Object.fromEntries<unknown>([...ranges, ...figures]) as PeriodFigures;
}

/** The rows of a window, later than `newest - to` days and not later than `newest - from` days. */
function rowsWithin(hours: HourTable, newest: number, from: number, to: number): Rows {
  return { from: rowAfter(hours, newest - to * day), to: rowAfter(hours, newest - from * day) };
}

/** The first row that is later than an hour; the number of rows if there is none. */
function rowAfter(hours: HourTable, hour: number): number {
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hours.get(middle, column.hour) > hour) high = middle;
    else low = middle + 1;
  }
  return low;
}

const lastHour = (hours: HourTable): number =>
  hours.length === 0 ? 0 : hours.get(hours.length - 1, column.hour);

const everyPeriod = <Period>(make: (days: number) => Period): Record<PeriodName, Period> =>
  Object.fromEntries(periodNames.map((name) => [name, make(periodDays[name])])) as Record<PeriodName, Period>;

/** Periods of sensor or meter data, from all hours with data in order. Every period ends with the last hour. */
export function glucosePeriods(hours: HourTable): Record<PeriodName, GlucosePeriod> {
  const newest = lastHour(hours);
  const figures = (days: number, from: number) => {
    const rows = rowsWithin(hours, newest, from, from + days);
    return toFigures(hours.sum(rows.from, rows.to), hours, rows, days);
  };
  return everyPeriod((days) => {
    const current = figures(days, 0);
    return { ...current, delta: difference(current, figures(days, days)) };
  });
}

/** Whether a summary counts amounts of its last 60 days that are no readings: earlier builds counted all of legacy records. */
export function countsImpossible(
  periods: Partial<SummaryPeriods>,
  isReading: (amount: number) => boolean,
): boolean {
  const { '30d': longest } = periods;
  if (longest === undefined || !('delta' in longest)) return false;
  const { min, max, delta } = longest;
  return ![min, max, min - delta.min, max - delta.max].every(isReading);
}

/** Periods of continuous uploads, from all hours with data in order. */
export function continuousPeriods(hours: HourTable): Record<PeriodName, ContinuousPeriod> {
  const newest = lastHour(hours);
  return everyPeriod((days) => {
    const rows = rowsWithin(hours, newest, 0, days);
    let [realtime, deferred] = [0, 0];
    for (let row = rows.from; row < rows.to; row += 1) {
      realtime += hours.get(row, column.realtime);
      deferred += hours.get(row, column.deferred);
    }
    const total = realtime + deferred;
    const range = (records: number) =>
      whole({ minutes: 0, records, percent: total > 0 ? records / total : 0 });
    return {
      realtime: range(realtime),
      deferred: range(deferred),
      total: whole({ minutes: 0, records: total, percent: 0 }),
      averageDailyRecords: total / days,
    };
  });
}
