import {
  Arg,
  Field,
  Float,
  ID,
  InputType,
  Int,
  InterfaceType,
  ObjectType,
  registerEnumType,
} from 'type-graphql';
import type { SummaryPeriod } from '../src/clinics/summary-fields';
import { toMgdL, mgdLPerMmolL } from '../src/data/record-types/glucose-units';
import type { SummaryType } from '../src/summaries/summary.entity';
import { GlucoseUnits, type GlucoseUnit } from './data/glucose-units';
import { SummaryPeriodName } from './patient-list.types';
import { DateTime } from './scalars';

/** The types of summaries, as the graph spells them, mapped to how services do. */
export const DataSummaryType = { CGM: 'cgm', BGM: 'bgm', CON: 'con' } as const;

registerEnumType(DataSummaryType, {
  name: 'DataSummaryType',
  description: 'Which records a summary is of.',
  valuesConfig: {
    CGM: { description: 'Readings of continuous sensors.' },
    BGM: { description: 'Readings of blood glucose meters.' },
    CON: { description: 'Both, of data sets that are uploaded continuously: how soon they have come.' },
  },
});

/** A statistic that is stored in mmol/L, in the units asked for; it is not rounded. */
const inUnits = (mmolL: number, units: GlucoseUnit): number =>
  units === 'mg/dL' ? mmolL * mgdLPerMmolL : mmolL;

/** An amount of a reading, in the units asked for: whole numbers of mg/dL. */
const readingInUnits = (mmolL: number, units: GlucoseUnit): number =>
  units === 'mg/dL' ? toMgdL(mmolL) : mmolL;

const Units = () =>
  Arg('units', () => GlucoseUnits, { defaultValue: 'mmol/L', description: 'The units of the amount.' });

@ObjectType({ description: 'How much of a period lies in a range of glucose, or in all of them.' })
export class GlucoseRange {
  @Field(() => Int, { description: 'Minutes that the readings stand for; meters have none.' })
  minutes!: number;

  @Field(() => Int, { description: 'Readings.' })
  records!: number;

  @Field(() => Float, {
    description:
      'A fraction. Of a range: minutes by all minutes, or readings by all readings where there are no minutes. Of the total: minutes by the length of the period, which is the share of time that a sensor was worn; several sensors may make it more than 1.',
  })
  percent!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Of the total: sum of the readings in mmol/L, each weighted with its minutes, unweighted for meters. 0 for ranges, absent in differences.',
  })
  glucose?: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Of the total: sum of the squared differences from the average, weighted in the same way, in (mmol/L)². 0 for ranges, absent in differences.',
  })
  variance?: number;
}

@ObjectType()
export abstract class GlucoseFigures {
  @Field(() => GlucoseRange, { description: 'All readings.' })
  total!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Below 3.0 mmol/L (54 mg/dL).' })
  inVeryLow!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'From 3.0 to below 3.9 mmol/L (54 to 70 mg/dL).' })
  inLow!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'From 3.9 to 10.0 mmol/L (70 to 180 mg/dL).' })
  inTarget!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Above 10.0 and up to 13.9 mmol/L (180 to 250 mg/dL).' })
  inHigh!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Above 13.9 mmol/L (250 mg/dL).' })
  inVeryHigh!: GlucoseRange;

  @Field(() => GlucoseRange, {
    description: 'At least 19.4 mmol/L (350 mg/dL); these are part of `inVeryHigh`.',
  })
  inExtremeHigh!: GlucoseRange;

  @Field(() => GlucoseRange, { description: '`inVeryLow` and `inLow` together.' })
  inAnyLow!: GlucoseRange;

  @Field(() => GlucoseRange, { description: '`inHigh` and `inVeryHigh` together.' })
  inAnyHigh!: GlucoseRange;

  @Field(() => Int, { description: 'Hours, of UTC, with at least one reading.' })
  hoursWithData!: number;

  @Field(() => Int, {
    description:
      'Days with readings, in steps of 24 hours back from the newest hour; they are not days of a calendar.',
  })
  daysWithData!: number;

  averageGlucoseMmol!: number;

  @Field(() => Float, {
    description:
      'Average of the readings, each weighted with its minutes, unweighted for meters: `total.glucose / total.minutes`.',
  })
  averageGlucose(@Units() units: GlucoseUnit): number {
    return inUnits(this.averageGlucoseMmol, units);
  }

  @Field(() => Float, {
    description:
      'Estimate of HbA1c in percent, one decimal: 0.09148 × (12.71 + 4.70587 × average in mmol/L) + 2.152 (Bergenstal et al., Diabetes Care 2018). 0 for meters.',
  })
  glucoseManagementIndicator!: number;

  standardDeviationMmol!: number;

  @Field(() => Float, {
    description:
      'Standard deviation of the whole population, weighted as the average is: √(`total.variance` / `total.minutes`).',
  })
  standardDeviation(@Units() units: GlucoseUnit): number {
    return inUnits(this.standardDeviationMmol, units);
  }

  @Field(() => Float, { description: 'Standard deviation by average, a fraction.' })
  coefficientOfVariation!: number;

  @Field(() => Float, { description: 'Readings by the days of the period, with readings or not.' })
  averageDailyRecords!: number;

  minMmol!: number;

  @Field(() => Float, { description: 'The lowest reading.' })
  min(@Units() units: GlucoseUnit): number {
    return readingInUnits(this.minMmol, units);
  }

  maxMmol!: number;

  @Field(() => Float, { description: 'The highest reading.' })
  max(@Units() units: GlucoseUnit): number {
    return readingInUnits(this.maxMmol, units);
  }
}

@ObjectType({
  description:
    'By how much the figures of a period are above those of the period of the same length before it. A period before without readings counts as all zero.',
})
export class GlucosePeriodDelta extends GlucoseFigures {}

@ObjectType({
  description: 'The glucose of some days that end with the newest hour that has readings, whenever that was.',
})
export class GlucosePeriod extends GlucoseFigures {
  @Field(() => SummaryPeriodName, { description: 'How long the period is.' })
  length!: SummaryPeriod;

  @Field(() => GlucosePeriodDelta, { description: 'The difference to the period before.' })
  delta!: GlucosePeriodDelta;
}

@ObjectType({ description: 'How soon the records of some days have come.' })
export class ContinuousPeriod {
  @Field(() => SummaryPeriodName, { description: 'How long the period is.' })
  length!: SummaryPeriod;

  @Field(() => GlucoseRange, {
    description: 'Records that came within 24 hours; `percent` is their share of all.',
  })
  realtime!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'Records that came later; `percent` is their share of all.' })
  deferred!: GlucoseRange;

  @Field(() => GlucoseRange, { description: 'All records; `percent` is 0.' })
  total!: GlucoseRange;

  @Field(() => Float, { description: 'Records by the days of the period, with records or not.' })
  averageDailyRecords!: number;
}

@ObjectType({ description: 'How a summary is made.' })
export class SummaryConfig {
  @Field(() => Int, { description: 'Grows when summaries are made in another way.' })
  schemaVersion!: number;

  @Field(() => Float, { description: 'Below it glucose is low, mmol/L.' })
  lowGlucoseThreshold!: number;

  @Field(() => Float, { description: 'Below it glucose is very low, mmol/L.' })
  veryLowGlucoseThreshold!: number;

  @Field(() => Float, { description: 'Above it glucose is high, mmol/L.' })
  highGlucoseThreshold!: number;

  @Field(() => Float, { description: 'Above it glucose is very high, mmol/L.' })
  veryHighGlucoseThreshold!: number;
}

@ObjectType({ description: 'What a summary knows, and since when it does not know all.' })
export class SummaryDates {
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the last calculation began; absent before the first one.',
  })
  lastUpdatedDate!: number | null;

  @Field(() => [String], { description: 'Why it was calculated the last time.' })
  lastUpdatedReason!: readonly string[];

  @Field(() => DateTime, { nullable: true, description: 'The oldest record that counts.' })
  firstData!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'The newest record.' })
  lastData!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When one of the records has come, or was archived, last.',
  })
  lastUploadDate!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Since when it is out of date; absent when it is not.',
  })
  outdatedSince!: number | null;

  @Field(() => [String], { description: 'Why it is out of date.' })
  outdatedReason!: readonly string[];
}

@InterfaceType('Summary', {
  description: 'Statistics of the last days of an account that have glucose records.',
  resolveType: ({ type }: { type: SummaryType }) => (type === 'con' ? 'ContinuousSummary' : 'GlucoseSummary'),
})
export abstract class Summary {
  @Field(() => ID, { description: 'Id of the summary; it stays the same.' })
  id!: string;

  @Field(() => ID, { description: 'Whose records it is of.' })
  userId!: string;

  @Field(() => DataSummaryType, { description: 'Which records it is of.' })
  type!: SummaryType;

  @Field(() => SummaryConfig, { description: 'How it is made.' })
  config!: SummaryConfig;

  @Field(() => SummaryDates, { description: 'What it knows.' })
  dates!: SummaryDates;
}

@ObjectType({ implements: Summary, description: 'Statistics of the readings of sensors, or of meters.' })
export class GlucoseSummary extends Summary {
  @Field(() => [GlucosePeriod], {
    description: 'The last 1, 7, 14 and 30 days; none before the first calculation.',
  })
  periods!: GlucosePeriod[];
}

@ObjectType({
  implements: Summary,
  description: 'How soon the glucose records of continuous data sets have come.',
})
export class ContinuousSummary extends Summary {
  @Field(() => [ContinuousPeriod], {
    description: 'The last 1, 7, 14 and 30 days; none before the first calculation.',
  })
  periods!: ContinuousPeriod[];
}

@InputType({ description: 'A summary that is to be calculated.' })
export class RecomputeSummaryInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => DataSummaryType, { description: 'Which summary of the account.' })
  type!: SummaryType;
}

@ObjectType({ description: 'A summary that was calculated.' })
export class SummaryPayload {
  @Field(() => Summary, { nullable: true, description: 'The summary; absent when no record counts.' })
  summary!: Summary | null;
}

@ObjectType({ description: 'A summary has been calculated anew.' })
export class SummaryChange {
  @Field(() => DataSummaryType, { description: 'Which summary of the account.' })
  type!: SummaryType;

  @Field(() => Summary, {
    nullable: true,
    description: 'The summary; absent when no record counts any more.',
  })
  summary!: Summary | null;
}

@ObjectType({ description: 'Accounts whose summaries are out of date.' })
export class OutdatedSummaries {
  @Field(() => [ID], { description: 'The accounts, those that have waited longest first.' })
  userIds!: string[];

  @Field(() => DateTime, { nullable: true, description: 'Since when the first one is out of date.' })
  start!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when the last one is out of date.' })
  end!: number | null;
}
