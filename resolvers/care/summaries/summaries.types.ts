import { Field, Float, ID, InputType, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { SummaryPeriod } from '../../../src/care/patients/summary-fields';
import type { SummaryType } from '../../../src/care/summaries/summary.entity';
import { GlucoseField } from '../../records/data/glucose-field';
import { SummaryPeriodName } from '../patients/summary-figures.types';
import { ShareField } from '../../former-name';
import { DateTime } from '../../scalars';
import { inUnits, limitInUnits, readingInUnits } from '../../records/data/in-units';
import { GlucosePeriodDelta, PeriodCounts } from './period-delta.types';

/** Types of summaries in the graph, mapped to those of the services. */
export const DataSummaryType = { CGM: 'cgm', BGM: 'bgm', CON: 'con' } as const;

registerEnumType(DataSummaryType, {
  name: 'DataSummaryType',
  description: 'The source of a summary.',
  valuesConfig: {
    CGM: { description: 'Readings of continuous sensors.' },
    BGM: { description: 'Readings of blood glucose meters.' },
    CON: { description: 'Both, in continuous data sets: how soon records arrive.' },
  },
});

@ObjectType({ description: 'The part of a period in one glucose range, or in all ranges.' })
export class GlucoseRange {
  @Field(() => Int, { description: 'Minutes covered by the readings; 0 for meters.' })
  minutes!: number;

  @Field(() => Int, { description: 'Number of readings.' })
  records!: number;

  @ShareField({
    name: 'share',
    formerName: 'percent',
    description:
      'Share between 0 and 1: 0.7 is 70 %. For a range: its minutes divided by all minutes, or its readings by all readings if there are no minutes. For the total: its minutes divided by the length of the period, that is sensor wear time, which several sensors can raise above 1.',
  })
  percent!: number;

  @GlucoseField({
    nullable: true,
    show: inUnits,
    description:
      'For the total: sum of the readings, weighted by minutes, unweighted for meters. 0 for ranges.',
  })
  glucose?: number;

  @GlucoseField({
    nullable: true,
    show: (value, units) => inUnits(inUnits(value, units), units),
    description:
      'For the total: sum of the squared deviations from the mean, weighted in the same way, in squares of the unit. 0 for ranges.',
  })
  variance?: number;
}

@ObjectType()
export abstract class GlucoseFigures extends PeriodCounts {
  @Field(() => GlucoseRange, { description: 'All readings of the period.' })
  total!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Below 3.0 mmol/L: up to 54 mg/dL.' })
  inVeryLow!: GlucoseRange;

  @Field(() => GlucoseRange, {
    description: 'From 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL, as 70 mg/dL is 3.886 mmol/L.',
  })
  inLow!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'From 3.9 to 10.0 mmol/L: 71 to 180 mg/dL.' })
  inTarget!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.' })
  inHigh!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Above 13.9 mmol/L: 251 mg/dL or more.' })
  inVeryHigh!: GlucoseRange;

  @Field(() => GlucoseRange, {
    description: 'At least 19.4 mmol/L: 350 mg/dL or more. These readings also count in `inVeryHigh`.',
  })
  inExtremeHigh!: GlucoseRange;

  @Field(() => GlucoseRange, { description: '`inVeryLow` and `inLow` combined.' })
  inAnyLow!: GlucoseRange;

  @Field(() => GlucoseRange, { description: '`inHigh` and `inVeryHigh` combined.' })
  inAnyHigh!: GlucoseRange;

  @GlucoseField({
    show: inUnits,
    description:
      'Mean of the readings, weighted by minutes, unweighted for meters: `total.glucose / total.minutes`.',
  })
  averageGlucose!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Glucose management indicator, an estimate of HbA1c in percent, one decimal: 0.09148 × (12.71 + 4.70587 × mean in mmol/L) + 2.152 (Bergenstal et al., Diabetes Care 2018). Absent for meters.',
  })
  glucoseManagementIndicator!: number | null;

  @GlucoseField({
    show: inUnits,
    description:
      'Population standard deviation, weighted like the mean: √(`total.variance` / `total.minutes`).',
  })
  standardDeviation!: number;

  @Field(() => Float, {
    description: 'Coefficient of variation: standard deviation divided by the mean, a fraction.',
  })
  coefficientOfVariation!: number;

  @GlucoseField({ show: readingInUnits, description: 'The lowest reading.' })
  min!: number;

  @GlucoseField({ show: readingInUnits, description: 'The highest reading.' })
  max!: number;
}

@ObjectType({
  description:
    'Glucose statistics of a period that ends with the newest hour that has readings, whenever that was.',
})
export class GlucosePeriod extends GlucoseFigures {
  @Field(() => SummaryPeriodName, { description: 'Length of the period.' })
  length!: SummaryPeriod;

  @Field(() => GlucosePeriodDelta, { description: 'Difference from the preceding period.' })
  delta!: GlucosePeriodDelta;
}

@ObjectType({ description: 'How soon the records of a period arrived.' })
export class ContinuousPeriod {
  @Field(() => SummaryPeriodName, { description: 'Length of the period.' })
  length!: SummaryPeriod;

  @Field(() => GlucoseRange, {
    description: 'Records that arrived within 24 hours; `share` is their part of all.',
  })
  realtime!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Records that arrived later; `share` is their part of all.' })
  deferred!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'All records; `share` is 0.' })
  total!: GlucoseRange;

  @Field(() => Float, { description: 'Number of records divided by the number of days in the period.' })
  averageDailyRecords!: number;
}

@ObjectType({ description: 'Parameters of a summary calculation.' })
export class SummaryConfig {
  @Field(() => Int, {
    description: 'Version of the calculation; it increases with each change to the method.',
  })
  schemaVersion!: number;

  @GlucoseField({ show: limitInUnits, description: 'Threshold; values below are low. Not rounded.' })
  lowGlucoseThreshold!: number;

  @GlucoseField({ show: limitInUnits, description: 'Threshold; values below are very low. Not rounded.' })
  veryLowGlucoseThreshold!: number;

  @GlucoseField({ show: limitInUnits, description: 'Threshold; values above are high. Not rounded.' })
  highGlucoseThreshold!: number;

  @GlucoseField({ show: limitInUnits, description: 'Threshold; values above are very high. Not rounded.' })
  veryHighGlucoseThreshold!: number;
}

@ObjectType({ description: 'The data covered by a summary, and since when it is outdated.' })
export class SummaryDates {
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the last calculation began; absent before the first.',
  })
  lastUpdatedDate!: number | null;

  @Field(() => [String], { description: 'Reason for the last calculation.' })
  lastUpdatedReason!: readonly string[];

  @Field(() => DateTime, { nullable: true, description: 'Time of the oldest record that counts.' })
  firstData!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the newest record.' })
  lastData!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When a record last arrived or was archived.',
  })
  lastUploadDate!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Since when the summary is outdated; absent if it is current.',
  })
  outdatedSince!: number | null;

  @Field(() => [String], {
    description: 'What made the summary outdated, such as an upload; empty if it is current.',
  })
  outdatedReason!: readonly string[];
}

@InterfaceType('Summary', {
  description: 'Statistics of an account’s recent glucose records.',
  resolveType: ({ type }: { type: SummaryType }) => (type === 'con' ? 'ContinuousSummary' : 'GlucoseSummary'),
})
export abstract class Summary {
  @Field(() => ID, { description: 'Id of the summary. It never changes.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the account that the records belong to.' })
  userId!: string;

  @Field(() => DataSummaryType, { description: 'Source of the records.' })
  type!: SummaryType;

  @Field(() => SummaryConfig, { description: 'Parameters of the calculation.' })
  config!: SummaryConfig;

  @Field(() => SummaryDates, { description: 'The data covered by the summary.' })
  dates!: SummaryDates;
}

@ObjectType({ implements: Summary, description: 'Statistics of sensor or meter readings.' })
export class GlucoseSummary extends Summary {
  @Field(() => [GlucosePeriod], {
    description: 'The last 1, 7, 14 and 30 days; none before the first calculation.',
  })
  periods!: GlucosePeriod[];
}

@ObjectType({
  implements: Summary,
  description: 'Statistics of how soon the records of continuous data sets arrive.',
})
export class ContinuousSummary extends Summary {
  @Field(() => [ContinuousPeriod], {
    description: 'The last 1, 7, 14 and 30 days; none before the first calculation.',
  })
  periods!: ContinuousPeriod[];
}

@InputType({ description: 'A summary to calculate.' })
export class RecomputeSummaryInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => DataSummaryType, { description: 'Type of the summary.' })
  type!: SummaryType;
}

@ObjectType({ description: 'Result of calculating a summary.' })
export class SummaryPayload {
  @Field(() => Summary, { nullable: true, description: 'The summary; absent if no record counts.' })
  summary!: Summary | null;
}

@ObjectType({ description: 'A recalculated summary.' })
export class SummaryChange {
  @Field(() => DataSummaryType, { description: 'Type of the summary.' })
  type!: SummaryType;

  @Field(() => Summary, {
    nullable: true,
    description: 'The summary; absent if no record counts any more.',
  })
  summary!: Summary | null;
}

@ObjectType({ description: 'Accounts with outdated summaries.' })
export class OutdatedSummaries {
  @Field(() => [ID], { description: 'Ids of the accounts, longest-waiting first.' })
  userIds!: string[];

  @Field(() => DateTime, { nullable: true, description: 'Since when the first one is outdated.' })
  start!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when the last one is outdated.' })
  end!: number | null;
}
