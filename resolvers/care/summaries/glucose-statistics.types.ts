import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { GlucoseStatistics as StatisticsOfService } from '../../../src/care/summaries/statistics/glucose-statistics';
import type { StatisticsQuestion } from '../../../src/care/summaries/statistics/glucose-statistics.service';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { CalendarDay, DateTime } from '../../scalars';
import { GlucoseShare, GlucoseTargetShares } from './glucose-targets.types';

@ObjectType({ description: 'Low or high episodes.' })
export class GlucoseEpisodes {
  @Field(() => Int, { description: 'Number of episodes.' })
  count!: number;

  @Field(() => Float, { description: 'Episodes per day of measured time.' })
  perDay!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Average duration of an episode in minutes; absent without episodes.',
  })
  averageMinutes!: number | null;
}

/** What is said of a range, of an hour of the clock, and of a day. */
@ObjectType()
export abstract class StatisticsFigures {
  @Field(() => Int, { description: 'Number of readings; where two sensors overlap, only those of one.' })
  records!: number;

  @Field(() => Int, { description: 'Minutes covered by the readings.' })
  minutes!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Sensor wear: minutes covered by readings, as a share of the time that has passed, between 0 and 1 (overlapping sensors can raise it above 1). Absent if none has passed.',
  })
  wear!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean glucose, weighted by the minutes of the readings. Absent without readings.',
  })
  mean!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Population standard deviation, weighted like the mean. Absent without readings.',
  })
  standardDeviation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Coefficient of variation: standard deviation divided by the mean; 0.36 is 36 %. Absent without readings.',
  })
  coefficientOfVariation!: number | null;

  @Field(() => Float, { nullable: true, description: 'The lowest reading. Absent without readings.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'The highest reading. Absent without readings.' })
  max!: number | null;

  @Field(() => GlucoseShare, { description: 'Below 3.0 mmol/L: up to 54 mg/dL, which is 2.997 mmol/L.' })
  inVeryLow!: GlucoseShare;

  @Field(() => GlucoseShare, {
    description:
      'From 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL. (70 mg/dL is 3.886 mmol/L and counts as low.)',
  })
  inLow!: GlucoseShare;

  @Field(() => GlucoseShare, {
    description: 'Time in range: from 3.9 to 10.0 mmol/L, 71 to 180 mg/dL.',
  })
  inTarget!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.' })
  inHigh!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Above 13.9 mmol/L: 251 mg/dL or more.' })
  inVeryHigh!: GlucoseShare;

  @Field(() => GlucoseShare, {
    description: 'At least 19.4 mmol/L: 350 mg/dL or more. These readings also count in `inVeryHigh`.',
  })
  inExtremeHigh!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Time below range: `inVeryLow` and `inLow` combined.' })
  inAnyLow!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Time above range: `inHigh` and `inVeryHigh` combined.' })
  inAnyHigh!: GlucoseShare;

  @Field(() => GlucoseShare, {
    description:
      'Time in tight range: from 3.9 to 7.8 mmol/L, 71 to 140 mg/dL (Battelino et al., Lancet Diabetes & Endocrinology 2023).',
  })
  inTightRange!: GlucoseShare;

  @Field(() => GlucoseShare, {
    description:
      'Time in the range of pregnancy: from 3.5 to 7.8 mmol/L, 64 to 140 mg/dL (Battelino et al., Diabetes Care 2019).',
  })
  inPregnancyRange!: GlucoseShare;

  @Field(() => GlucoseTargetShares, { description: 'Time below, within and above the targets asked for.' })
  targets!: GlucoseTargetShares;
}

@ObjectType({ description: 'Statistics of one hour of the clock, across all days.' })
export class GlucoseStatisticsOfHour extends StatisticsFigures {
  @Field(() => Int, { description: 'The hour, 0 to 23, in the time zone of the statistics.' })
  hour!: number;
}

@ObjectType({ description: 'Statistics of one calendar day.' })
export class GlucoseStatisticsOfDay extends StatisticsFigures {
  @Field(() => CalendarDay, { description: 'The day, `YYYY-MM-DD`, in the time zone of the statistics.' })
  date!: string;
}

const episodes = (what: string) => ({
  nullable: true,
  description: `${what} (Battelino et al., Diabetes Care 2019 and Lancet Diabetes & Endocrinology 2023). A gap of 15 minutes without readings ends an episode, too. Absent without readings.`,
});

@ObjectType({
  description:
    'Statistics of sensor readings in a range of time: time in range, mean, variability, episodes and sensor wear. Limits of ranges are compared with readings in mmol/L, as they are stored.',
})
export class GlucoseStatistics extends StatisticsFigures {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  /** What was asked and found, for `trend`. */
  source!: { question: StatisticsQuestion; statistics: StatisticsOfService };

  @Field(() => DateTime, { description: 'Start of the range.' })
  from!: number;

  @Field(() => DateTime, { description: 'End of the range; not included.' })
  to!: number;

  @Field(() => String, { description: 'Time zone of hours and days.' })
  timezone!: string;

  @Field(() => GlucoseUnits, { description: 'Unit of all glucose values.' })
  units!: GlucoseUnit;

  @Field(() => Boolean, {
    description:
      'Whether at least 14 days have passed and the sensor was worn for at least 70 % of them, as the consensus recommends (Battelino et al., Diabetes Care 2019).',
  })
  isSufficient!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      'Glucose management indicator (GMI), an estimate of HbA1c in percent, one decimal: 0.09148 × (12.71 + 4.70587 × mean in mmol/L) + 2.152 (Bergenstal et al., Diabetes Care 2018). Absent without readings; reliable only if `isSufficient`.',
  })
  glucoseManagementIndicator!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Glycemia risk index (GRI), 0 (best) to 100: 3.0 × very low + 2.4 × low + 1.6 × very high + 0.8 × high, of shares in percent (Klonoff et al., Journal of Diabetes Science and Technology 2023). Absent without readings.',
  })
  glycemiaRiskIndex!: number | null;

  @Field(
    () => GlucoseEpisodes,
    episodes('At least 15 minutes below 3.9 mmol/L, until 15 minutes are back at 3.9 mmol/L or above'),
  )
  lowEpisodes!: GlucoseEpisodes | null;

  @Field(
    () => GlucoseEpisodes,
    episodes('At least 15 minutes below 3.0 mmol/L, until 15 minutes are back at 3.0 mmol/L or above'),
  )
  veryLowEpisodes!: GlucoseEpisodes | null;

  @Field(
    () => GlucoseEpisodes,
    episodes(
      'At least 120 minutes in a row below 3.9 mmol/L, until 15 minutes are back at 3.9 mmol/L or above',
    ),
  )
  extendedLowEpisodes!: GlucoseEpisodes | null;

  @Field(
    () => GlucoseEpisodes,
    episodes('At least 15 minutes above 10.0 mmol/L, until 15 minutes are back at 10.0 mmol/L or below'),
  )
  highEpisodes!: GlucoseEpisodes | null;

  @Field(
    () => GlucoseEpisodes,
    episodes('At least 15 minutes above 13.9 mmol/L, until 15 minutes are back at 13.9 mmol/L or below'),
  )
  veryHighEpisodes!: GlucoseEpisodes | null;

  @Field(
    () => GlucoseEpisodes,
    episodes(
      'Extended high: at least 90 minutes within two hours above 13.9 mmol/L, until 15 minutes are back at 10.0 mmol/L or below',
    ),
  )
  extendedHighEpisodes!: GlucoseEpisodes | null;

  @Field(() => [GlucoseStatisticsOfHour], { description: 'The 24 hours of the clock, in order.' })
  byHour!: GlucoseStatisticsOfHour[];

  @Field(() => [GlucoseStatisticsOfDay], {
    description: 'All calendar days of the range, in order; those at its ends may not be whole.',
  })
  byDay!: GlucoseStatisticsOfDay[];
}
