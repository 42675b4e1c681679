import { episodeKinds } from '../../../src/care/summaries/statistics/episodes';
import { statisticsRanges, type Figures } from '../../../src/care/summaries/statistics/figures';
import type { GlucoseStatistics as StatisticsOfService } from '../../../src/care/summaries/statistics/glucose-statistics';
import type { StatisticsQuestion } from '../../../src/care/summaries/statistics/glucose-statistics.service';
import { meetsGoals, type Targets } from '../../../src/care/summaries/glucose-goals';
import type { GlucoseUnit } from '../../records/data/glucose-units';
import {
  GlucoseStatistics,
  GlucoseStatisticsOfDay,
  GlucoseStatisticsOfHour,
  type StatisticsFigures,
} from './glucose-statistics.types';
import { GlucoseGoals, GlucoseTargetShares } from './glucose-targets.types';
import { GlucoseStatisticsTrend } from './statistics-trend.types';
import { inUnits, limitInUnits, readingInUnits } from '../../records/data/in-units';

/** How statistics are shown. */
interface Showing {
  units: GlucoseUnit;
  targets: Targets;
}

/** Null where there is nothing to show. */
const shown = <Value>(value: Value | null, show: (value: Value) => Value): Value | null =>
  value === null ? null : show(value);

function showFigures({ ranges, ...figures }: Figures, { units, targets }: Showing): StatisticsFigures {
  const { belowTargets: below, withinTargets: within, aboveTargets: above, ...others } = ranges;
  const statistic = (mmolL: number) => inUnits(mmolL, units);
  const reading = (mmolL: number) => readingInUnits(mmolL, units);
  return {
    ...figures,
    ...others,
    mean: shown(figures.mean, statistic),
    standardDeviation: shown(figures.standardDeviation, statistic),
    min: shown(figures.min, reading),
    max: shown(figures.max, reading),
    targets: Object.assign(new GlucoseTargetShares(), {
      low: limitInUnits(targets.low, units),
      high: limitInUnits(targets.high, units),
      below,
      within,
      above,
      goals: targets.goals && Object.assign(new GlucoseGoals(), targets.goals),
      meetsGoals: targets.goals && meetsGoals(targets.goals, ranges),
    }),
  };
}

/** Statistics as the graph has them. */
export function toStatistics(
  statistics: StatisticsOfService,
  question: StatisticsQuestion,
  units: GlucoseUnit,
): GlucoseStatistics {
  const { userId, from, to, targets } = question;
  const showing = { units, targets };
  const { episodes, byHour, byDay, timezone, ...rest } = statistics;
  const { isSufficient, glucoseManagementIndicator, glycemiaRiskIndex, ...figures } = rest;
  return Object.assign(new GlucoseStatistics(), {
    ...showFigures(figures, showing),
    source: { question: { ...question, timezone }, statistics },
    ...{ userId, from, to, timezone, units },
    ...{ isSufficient, glucoseManagementIndicator, glycemiaRiskIndex },
    lowEpisodes: episodes.low,
    veryLowEpisodes: episodes.veryLow,
    extendedLowEpisodes: episodes.extendedLow,
    highEpisodes: episodes.high,
    veryHighEpisodes: episodes.veryHigh,
    extendedHighEpisodes: episodes.extendedHigh,
    byHour: byHour.map((each, hour) =>
      Object.assign(new GlucoseStatisticsOfHour(), { ...showFigures(each, showing), hour }),
    ),
    byDay: byDay.map(({ date, ...each }) =>
      Object.assign(new GlucoseStatisticsOfDay(), { ...showFigures(each, showing), date }),
    ),
  });
}

const minus = (one: number | null | undefined, other: number | null | undefined): number | null =>
  typeof one === 'number' && typeof other === 'number' ? one - other : null;

/** The name of a figure, and by how much it differs. */
type Difference = [name: string, difference: number | null];

/** By how much statistics differ from those of another range. */
export function toTrend(
  one: StatisticsOfService,
  other: StatisticsOfService,
  { from, to }: { from: number; to: number },
  units: GlucoseUnit,
): GlucoseStatisticsTrend {
  const statistic = (mmolL: number) => inUnits(mmolL, units);
  const reading = (mmolL: number) => readingInUnits(mmolL, units);
  const shares = statisticsRanges.map((name): Difference => [
    name,
    minus(one.ranges[name].share, other.ranges[name].share),
  ]);
  const episodes = episodeKinds.flatMap((kind): Difference[] => {
    const [own, others] = [one.episodes[kind], other.episodes[kind]];
    return [
      [`${kind}EpisodesPerDay`, minus(own?.perDay, others?.perDay)],
      [`${kind}EpisodesAverageMinutes`, minus(own?.averageMinutes, others?.averageMinutes)],
    ];
  });
  return Object.assign(new GlucoseStatisticsTrend(), Object.fromEntries([...shares, ...episodes]), {
    ...{ from, to },
    wear: minus(one.wear, other.wear),
    mean: shown(minus(one.mean, other.mean), statistic),
    standardDeviation: shown(minus(one.standardDeviation, other.standardDeviation), statistic),
    coefficientOfVariation: minus(one.coefficientOfVariation, other.coefficientOfVariation),
    min: minus(shown(one.min, reading), shown(other.min, reading)),
    max: minus(shown(one.max, reading), shown(other.max, reading)),
    glucoseManagementIndicator: minus(one.glucoseManagementIndicator, other.glucoseManagementIndicator),
    glycemiaRiskIndex: minus(one.glycemiaRiskIndex, other.glycemiaRiskIndex),
  });
}
