import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits, readingInUnits } from '../../records/data/in-units';
import { CalendarDay } from '../../scalars';

@ArgsType()
export class GlucoseProfileArguments {
  @Field(() => Int, {
    defaultValue: 14,
    description: 'Number of calendar days, 1 to 90, ending with the day of the newest reading.',
  })
  days!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Time zone, such as `Europe/Vienna`; defaults to that of the newest reading that has one, or UTC.',
  })
  timezone?: string;
}

@ObjectType({ description: 'Sensor readings at one time of day, across all days.' })
export class GlucoseProfileBin {
  @Field(() => Int, { description: 'Start, in minutes after midnight.' })
  minuteOfDay!: number;

  @Field(() => Int, { description: 'Number of readings.' })
  records!: number;

  @GlucoseField({
    nullable: true,
    isList: true,
    show: inUnits,
    description:
      'The 5th, 25th, 50th, 75th and 95th percentile, interpolated between the two nearest readings (definition 7 of Hyndman and Fan, 1996); absent without readings.',
  })
  percentiles!: number[] | null;
}

@ObjectType({ description: 'Sensor readings of one calendar day, weighted by their minutes.' })
export class DailyGlucose {
  @Field(() => CalendarDay, { description: 'The day, `YYYY-MM-DD`, in the time zone of the profile.' })
  date!: string;

  @Field(() => Int, { description: 'Number of readings.' })
  records!: number;

  @Field(() => Int, { description: 'Minutes covered by the readings.' })
  minutes!: number;

  @GlucoseField({ show: inUnits, description: 'Mean glucose.' })
  average!: number;

  @GlucoseField({ show: inUnits, description: 'Population standard deviation.' })
  standardDeviation!: number;

  @GlucoseField({ show: readingInUnits, description: 'The lowest reading.' })
  min!: number;

  @GlucoseField({ show: readingInUnits, description: 'The highest reading.' })
  max!: number;

  @Field(() => Float, { description: 'Fraction of the measured time below 3.0 mmol/L: up to 54 mg/dL.' })
  inVeryLow!: number;

  @Field(() => Float, {
    description: 'Fraction from 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL, as 70 mg/dL is 3.886 mmol/L.',
  })
  inLow!: number;

  @Field(() => Float, { description: 'Fraction from 3.9 to 10.0 mmol/L: 71 to 180 mg/dL.' })
  inTarget!: number;

  @Field(() => Float, { description: 'Fraction above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.' })
  inHigh!: number;

  @Field(() => Float, { description: 'Fraction above 13.9 mmol/L: 251 mg/dL or more.' })
  inVeryHigh!: number;
}

@ObjectType({
  description:
    'Ambulatory glucose profile: the distribution of sensor readings over the day (Danne et al., International Consensus on Use of Continuous Glucose Monitoring, Diabetes Care 2017), and figures for each day.',
})
export class GlucoseProfile {
  @Field(() => String, { description: 'Time zone of the profile.' })
  timezone!: string;

  @Field(() => Int, { description: 'Number of calendar days.' })
  days!: number;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'First day, `YYYY-MM-DD`; absent without readings.',
  })
  firstDate!: string | null;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Last day, `YYYY-MM-DD`; absent without readings.',
  })
  lastDate!: string | null;

  @Field(() => Int, { description: 'Number of readings; where two sensors overlap, only those of one.' })
  records!: number;

  @Field(() => Float, { description: 'Share of the days with readings, as a fraction.' })
  use!: number;

  @Field(() => Boolean, {
    description:
      'Whether there are at least 14 days with readings for 70 % of the time, as the consensus recommends.',
  })
  isSufficient!: boolean;

  @Field(() => [GlucoseProfileBin], { description: 'The day in steps of 15 minutes.' })
  bins!: GlucoseProfileBin[];

  @Field(() => [DailyGlucose], { description: 'The days with readings, in order.' })
  daily!: DailyGlucose[];
}
