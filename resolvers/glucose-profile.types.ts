import { Arg, ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { mgdLPerMmolL } from '../src/data/record-types/glucose-units';
import { GlucoseUnits, type GlucoseUnit } from './data/glucose-units';

const inUnits = (mmolL: number, units: GlucoseUnit): number =>
  units === 'mg/dL' ? mmolL * mgdLPerMmolL : mmolL;

const Units = () =>
  Arg('units', () => GlucoseUnits, { defaultValue: 'mmol/L', description: 'The units of the amount.' });

@ArgsType()
export class GlucoseProfileArguments {
  @Field(() => Int, {
    defaultValue: 14,
    description: 'How many days of the calendar, 1 to 90; the last of them is that of the newest reading.',
  })
  days!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Time zone of the clock, such as `Europe/Vienna`; when absent, that of the newest reading which has one, or UTC.',
  })
  timezone?: string;
}

@ObjectType({ description: 'Sensor readings of one time of the day, of all days together.' })
export class GlucoseProfileBin {
  @Field(() => Int, { description: 'Where it begins, in minutes after midnight.' })
  minuteOfDay!: number;

  @Field(() => Int, { description: 'Readings.' })
  records!: number;

  percentilesMmol!: number[] | null;

  @Field(() => [Float], {
    nullable: true,
    description:
      'The 5th, 25th, 50th, 75th and 95th percentile, interpolated between the two nearest readings (definition 7 of Hyndman and Fan, 1996); absent without a reading.',
  })
  percentiles(@Units() units: GlucoseUnit): number[] | null {
    return this.percentilesMmol?.map((value) => inUnits(value, units)) ?? null;
  }
}

@ObjectType({ description: 'Sensor readings of one day of the calendar, each weighted with its minutes.' })
export class DailyGlucose {
  @Field(() => String, { description: 'The day, `YYYY-MM-DD`, in the time zone of the profile.' })
  date!: string;

  @Field(() => Int, { description: 'Readings.' })
  records!: number;

  @Field(() => Int, { description: 'Minutes that the readings stand for.' })
  minutes!: number;

  averageMmol!: number;

  @Field(() => Float, { description: 'Average.' })
  average(@Units() units: GlucoseUnit): number {
    return inUnits(this.averageMmol, units);
  }

  standardDeviationMmol!: number;

  @Field(() => Float, { description: 'Standard deviation of the whole population.' })
  standardDeviation(@Units() units: GlucoseUnit): number {
    return inUnits(this.standardDeviationMmol, units);
  }

  minMmol!: number;

  @Field(() => Float, { description: 'The lowest reading.' })
  min(@Units() units: GlucoseUnit): number {
    return inUnits(this.minMmol, units);
  }

  maxMmol!: number;

  @Field(() => Float, { description: 'The highest reading.' })
  max(@Units() units: GlucoseUnit): number {
    return inUnits(this.maxMmol, units);
  }

  @Field(() => Float, { description: 'Fraction of the measured time below 3.0 mmol/L (54 mg/dL).' })
  inVeryLow!: number;

  @Field(() => Float, { description: 'Fraction from 3.0 to below 3.9 mmol/L (54 to 70 mg/dL).' })
  inLow!: number;

  @Field(() => Float, { description: 'Fraction from 3.9 to 10.0 mmol/L (70 to 180 mg/dL).' })
  inTarget!: number;

  @Field(() => Float, { description: 'Fraction above 10.0 and up to 13.9 mmol/L (180 to 250 mg/dL).' })
  inHigh!: number;

  @Field(() => Float, { description: 'Fraction above 13.9 mmol/L (250 mg/dL).' })
  inVeryHigh!: number;
}

@ObjectType({
  description:
    'Ambulatory glucose profile: how the readings of a sensor are spread at each time of the day (Danne et al., International Consensus on Use of Continuous Glucose Monitoring, Diabetes Care 2017), and what each day was like.',
})
export class GlucoseProfile {
  @Field(() => String, { description: 'Time zone of the clock.' })
  timezone!: string;

  @Field(() => Int, { description: 'How many days of the calendar were looked at.' })
  days!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The first of them, `YYYY-MM-DD`; absent without a reading.',
  })
  firstDate!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The last of them, `YYYY-MM-DD`; absent without a reading.',
  })
  lastDate!: string | null;

  @Field(() => Int, { description: 'Readings; where two sensors overlap, those of one of them.' })
  records!: number;

  @Field(() => Float, { description: 'Share of the days for which there are readings, a fraction.' })
  use!: number;

  @Field(() => Boolean, {
    description:
      'At least 14 days with readings for 70 % of the time: what the consensus wants of a profile.',
  })
  isSufficient!: boolean;

  @Field(() => [GlucoseProfileBin], { description: 'The day in quarters of an hour.' })
  bins!: GlucoseProfileBin[];

  @Field(() => [DailyGlucose], { description: 'The days that have readings, in their order.' })
  daily!: DailyGlucose[];
}
