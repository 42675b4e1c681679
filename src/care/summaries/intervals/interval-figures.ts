import { weigh, type Amount } from '../bucket';
import type { HourTable } from '../hour-table';
import { glucoseManagementIndicator } from '../periods';

/** The figures of a person in an interval. */
export interface IntervalFigures {
  readings: number;
  /** That the sensor was worn; 0 for meters. */
  minutes: number;
  /** mmol/L */
  meanGlucose: number;
  /** Glucose management indicator in percent. It says nothing of meters, and of sensors that were seldom worn. */
  indicator: number;
  /** Shares of time for sensors, of readings for meters. */
  inVeryLow: number;
  inAnyLow: number;
  inTarget: number;
  inAnyHigh: number;
  inVeryHigh: number;
}

/** The figures of some hours; null if no reading counts. */
export function intervalFigures(hours: HourTable): IntervalFigures | null {
  const { total, ranges } = hours.sum(0, hours.length);
  if (total.records === 0) return null;
  const meanGlucose = total.glucose / weigh(total);
  const share = ({ minutes, records }: Amount): number =>
    total.minutes > 0 ? minutes / total.minutes : records / total.records;
  return {
    readings: total.records,
    minutes: total.minutes,
    meanGlucose,
    indicator: glucoseManagementIndicator(meanGlucose),
    inVeryLow: share(ranges.inVeryLow),
    inAnyLow: share(ranges.inAnyLow),
    inTarget: share(ranges.inTarget),
    inAnyHigh: share(ranges.inAnyHigh),
    inVeryHigh: share(ranges.inVeryHigh),
  };
}
