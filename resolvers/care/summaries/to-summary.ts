import type { SummaryPeriod } from '../../../src/care/patients/summary-fields';
import type { SummaryType } from '../../../src/care/summaries/summary.entity';
import type { Summary as SummaryOfService } from '../../../src/care/summaries/summary';
import {
  ContinuousPeriod,
  ContinuousSummary,
  GlucosePeriod,
  GlucosePeriodDelta,
  GlucoseSummary,
  type GlucoseFigures,
  type Summary,
} from './summaries.types';

/** Maps the figures of a period to the names in the graph. */
function toGlucosePeriod<Period extends GlucoseFigures>(
  type: new () => Period,
  figures: object,
  source: SummaryType,
): Period {
  const { averageGlucoseMmol, ...rest } = figures as Record<string, number>;
  return Object.assign(new type(), rest, {
    // Of meters 0 is stored, as the public API has it.
    ...(source === 'bgm' && { glucoseManagementIndicator: null }),
    averageGlucose: averageGlucoseMmol,
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
  const all = entries.map(([length, { delta, ...figures }]: [SummaryPeriod, { delta?: object }]) =>
    Object.assign(toGlucosePeriod(GlucosePeriod, figures, type), {
      length,
      delta: toGlucosePeriod(GlucosePeriodDelta, delta ?? {}, type),
    }),
  );
  return Object.assign(new GlucoseSummary(), shared, { periods: all });
}
