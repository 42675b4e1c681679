import type { SummaryPeriod } from '../../../src/care/patients/summary-fields';
import { rangeNames } from '../../../src/care/summaries/glucose-ranges';
import type { GlucosePeriod as StoredPeriod, PeriodFigures } from '../../../src/care/summaries/periods';
import type { SummaryType } from '../../../src/care/summaries/summary.entity';
import type { Summary as SummaryOfService } from '../../../src/care/summaries/summary';
import { GlucosePeriodDelta, GlucoseRangeDelta } from './period-delta.types';
import {
  ContinuousPeriod,
  ContinuousSummary,
  GlucosePeriod,
  GlucoseSummary,
  type Summary,
} from './summaries.types';

/** The management indicator is of sensors. Of meters 0 is stored, as the public API has it. */
const readIndicator = (source: SummaryType, { glucoseManagementIndicator }: PeriodFigures): number | null =>
  source === 'bgm' ? null : glucoseManagementIndicator;

/**
 * The change of a period. Of a preceding period without readings zeros were subtracted, as the public API does: what is
 * left of a mean or a share is no change.
 */
function toDelta({ delta, total }: StoredPeriod, source: SummaryType): GlucosePeriodDelta {
  const isComparable = total.records - delta.total.records > 0;
  const known = (value: number | null) => (isComparable ? value : null);
  const ranges = (['total', ...rangeNames] as const).map((name): [string, GlucoseRangeDelta] => {
    const { minutes, records, percent } = delta[name];
    return [name, Object.assign(new GlucoseRangeDelta(), { minutes, records, percent: known(percent) })];
  });
  const { hoursWithData, daysWithData, averageDailyRecords } = delta;
  return Object.assign(new GlucosePeriodDelta(), Object.fromEntries(ranges), {
    ...{ hoursWithData, daysWithData, averageDailyRecords },
    averageGlucose: known(delta.averageGlucoseMmol),
    glucoseManagementIndicator: known(readIndicator(source, delta)),
    standardDeviation: known(delta.standardDeviation),
    coefficientOfVariation: known(delta.coefficientOfVariation),
    min: known(delta.min),
    max: known(delta.max),
  });
}

/** Maps a period to the names in the graph. */
function toPeriod(length: SummaryPeriod, stored: StoredPeriod, source: SummaryType): GlucosePeriod {
  const { averageGlucoseMmol: averageGlucose, ...figures } = stored;
  return Object.assign(new GlucosePeriod(), figures, {
    ...{ length, averageGlucose },
    glucoseManagementIndicator: readIndicator(source, stored),
    delta: toDelta(stored, source),
  });
}

/** Maps a summary to its GraphQL type. */
export function toSummary(summary: SummaryOfService): Summary {
  const { id, userId, type, lastUpdated, periods, config, ...dates } = summary;
  const shared = { id, userId, type, config, dates: { ...dates, lastUpdatedDate: lastUpdated } };
  const entries = Object.entries(periods ?? {}) as [SummaryPeriod, object][];
  if (type === 'con') {
    const all = entries.map(([length, period]) => Object.assign(new ContinuousPeriod(), period, { length }));
    return Object.assign(new ContinuousSummary(), shared, { periods: all });
  }
  const all = entries.map(([length, period]) => toPeriod(length, period as StoredPeriod, type));
  return Object.assign(new GlucoseSummary(), shared, { periods: all });
}
