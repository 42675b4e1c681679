import { Field, Float, Int, ObjectType } from 'type-graphql';
import { ShareField } from '../../former-name';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits, readingInUnits } from '../../records/data/in-units';

/** What is known of any period, because it is 0 of one without readings. */
@ObjectType()
export abstract class PeriodCounts {
  @Field(() => Int, { description: 'Number of UTC hours with at least one reading.' })
  hoursWithData!: number;

  @Field(() => Int, {
    description:
      'Number of days with readings, in steps of 24 hours back from the newest hour; not calendar days.',
  })
  daysWithData!: number;

  @Field(() => Float, { description: 'Number of readings divided by the number of days in the period.' })
  averageDailyRecords!: number;
}

/** Why the difference of a figure may be missing. */
const unlessBoth = 'Absent if the preceding period has no readings.';

@ObjectType({
  description:
    'By how much the part of a period in one glucose range, or in all, differs from the preceding period.',
})
export class GlucoseRangeDelta {
  @Field(() => Int, { description: 'Difference of the minutes covered by the readings; 0 for meters.' })
  minutes!: number;

  @Field(() => Int, { description: 'Difference of the numbers of readings.' })
  records!: number;

  @ShareField({
    name: 'share',
    formerName: 'percent',
    nullable: true,
    description: `Difference of the shares: 0.05 is five percentage points. ${unlessBoth}`,
  })
  percent!: number | null;
}

@ObjectType({
  description:
    'Difference from the preceding period of the same length. Numbers of readings, minutes, hours and days are 0 in a period without readings; no other figure is known of it, so their differences are absent.',
})
export class GlucosePeriodDelta extends PeriodCounts {
  @Field(() => GlucoseRangeDelta, {
    description: 'All readings of both periods; `share` is the change of sensor wear.',
  })
  total!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'Below 3.0 mmol/L: up to 54 mg/dL.' })
  inVeryLow!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'From 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL.' })
  inLow!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'From 3.9 to 10.0 mmol/L: 71 to 180 mg/dL.' })
  inTarget!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'Above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.' })
  inHigh!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'Above 13.9 mmol/L: 251 mg/dL or more.' })
  inVeryHigh!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: 'At least 19.4 mmol/L: 350 mg/dL or more.' })
  inExtremeHigh!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: '`inVeryLow` and `inLow` combined.' })
  inAnyLow!: GlucoseRangeDelta;

  @Field(() => GlucoseRangeDelta, { description: '`inHigh` and `inVeryHigh` combined.' })
  inAnyHigh!: GlucoseRangeDelta;

  @GlucoseField({ nullable: true, show: inUnits, description: `Difference of the means. ${unlessBoth}` })
  averageGlucose!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Difference of the glucose management indicators, in percent of HbA1c. ${unlessBoth} Absent for meters.`,
  })
  glucoseManagementIndicator!: number | null;

  @GlucoseField({
    nullable: true,
    show: inUnits,
    description: `Difference of the standard deviations. ${unlessBoth}`,
  })
  standardDeviation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Difference of the coefficients of variation. ${unlessBoth}`,
  })
  coefficientOfVariation!: number | null;

  @GlucoseField({
    nullable: true,
    show: readingInUnits,
    description: `Difference of the lowest readings. ${unlessBoth}`,
  })
  min!: number | null;

  @GlucoseField({
    nullable: true,
    show: readingInUnits,
    description: `Difference of the highest readings. ${unlessBoth}`,
  })
  max!: number | null;
}
