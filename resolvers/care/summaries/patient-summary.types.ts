import { Field, Float, ID, ObjectType } from 'type-graphql';
import type { SummaryPeriod, SummaryType } from '../../../src/care/patients/summary-fields';
import { ShareField } from '../../former-name';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits, readingInUnits } from '../../records/data/in-units';
import { SummaryPeriodName, SummaryTypeName } from '../patients/summary-figures.types';
import { SummaryConfig, SummaryDates } from './summaries.types';

@ObjectType({ description: 'The part of a period in one glucose range, or in all ranges.' })
export class PatientGlucoseRange {
  @ShareField({
    name: 'share',
    formerName: 'percent',
    nullable: true,
    description:
      'Share between 0 and 1: 0.7 is 70 %. For a range: of the measured time, or of all readings for meters. For the total: of the length of the period, that is sensor wear. Absent if too little was measured for a share.',
  })
  percent!: number | null;

  @Field(() => Float, { nullable: true, description: 'Minutes covered by the readings; absent for meters.' })
  minutes!: number | null;

  @Field(() => Float, { nullable: true, description: 'Number of readings.' })
  records!: number | null;
}

@ObjectType()
export abstract class PatientGlucoseFigures {
  @Field(() => PatientGlucoseRange, { description: 'All readings of the period.' })
  total!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'Below 3.0 mmol/L: up to 54 mg/dL.' })
  inVeryLow!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'From 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL.' })
  inLow!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, {
    description: 'Time in range (TIR): from 3.9 to 10.0 mmol/L, 71 to 180 mg/dL.',
  })
  inTarget!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'Above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.' })
  inHigh!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'Above 13.9 mmol/L: 251 mg/dL or more.' })
  inVeryHigh!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, {
    description: 'At least 19.4 mmol/L: 350 mg/dL or more. These readings also count in `inVeryHigh`.',
  })
  inExtremeHigh!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'Time below range: `inVeryLow` and `inLow` combined.' })
  inAnyLow!: PatientGlucoseRange;

  @Field(() => PatientGlucoseRange, { description: 'Time above range: `inHigh` and `inVeryHigh` combined.' })
  inAnyHigh!: PatientGlucoseRange;

  @Field(() => Float, { nullable: true, description: 'Number of hours with readings; absent for meters.' })
  hoursWithData!: number | null;

  @Field(() => Float, { nullable: true, description: 'Number of days with readings.' })
  daysWithData!: number | null;

  @GlucoseField({ nullable: true, show: inUnits, description: 'Mean of the readings.' })
  averageGlucose!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Glucose management indicator (GMI), an estimate of HbA1c in percent. Absent for meters, and unless a sensor was worn for more than 70 % of the time.',
  })
  glucoseManagementIndicator!: number | null;

  @GlucoseField({
    nullable: true,
    show: inUnits,
    description: 'Population standard deviation. Absent for meters with fewer than 30 readings on 7 days.',
  })
  standardDeviation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Coefficient of variation: standard deviation divided by the mean; 0.36 is 36 %.',
  })
  coefficientOfVariation!: number | null;

  @Field(() => Float, { nullable: true, description: 'Number of readings per day of the period.' })
  averageDailyRecords!: number | null;

  @GlucoseField({ nullable: true, show: readingInUnits, description: 'The lowest reading.' })
  min!: number | null;

  @GlucoseField({ nullable: true, show: readingInUnits, description: 'The highest reading.' })
  max!: number | null;
}

@ObjectType({
  description:
    'Difference from the preceding period of the same length. Figures that either period lacks are absent: all but numbers of readings, minutes, hours and days if it has no readings.',
})
export class PatientPeriodDelta extends PatientGlucoseFigures {}

@ObjectType({
  description:
    'Glucose statistics of a period that ends with the newest hour that has readings, whenever that was. Figures based on too little data are absent.',
})
export class PatientPeriod extends PatientGlucoseFigures {
  @Field(() => SummaryPeriodName, { description: 'Length of the period.' })
  length!: SummaryPeriod;

  @Field(() => PatientPeriodDelta, { description: 'Difference from the preceding period.' })
  delta!: PatientPeriodDelta;
}

@ObjectType({
  description:
    'Statistics of a patient’s recent glucose readings as the clinic has them. Patient lists are filtered and sorted by these figures.',
})
export class PatientSummary {
  @Field(() => ID, { nullable: true, description: 'Id of the summary.' })
  id!: string | null;

  @Field(() => SummaryTypeName, { description: 'Source of the readings.' })
  type!: SummaryType;

  @Field(() => SummaryConfig, { nullable: true, description: 'Parameters of the calculation.' })
  config!: SummaryConfig | null;

  @Field(() => SummaryDates, { description: 'The data covered by the summary, and the last upload.' })
  dates!: SummaryDates;

  @Field(() => [PatientPeriod], {
    description: 'The periods asked for, shortest first; none before the first calculation.',
  })
  periods!: PatientPeriod[];
}
