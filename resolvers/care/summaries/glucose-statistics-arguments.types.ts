import { ArgsType, Field, Float, InputType } from 'type-graphql';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { DateTime } from '../../scalars';
import { GlycemicPresetName } from '../patients/patients.types';

@InputType({
  description:
    'The glucose targets of a person: a preset, or both limits, or those that the clinic has set. Readings on a limit are within the targets.',
})
export class GlucoseTargetsInput {
  @Field(() => GlycemicPresetName, {
    nullable: true,
    description:
      'The targets of a group: 3.5 to 7.8 mmol/L (63 to 140 mg/dL) in pregnancy, 3.9 to 10.0 mmol/L (70 to 180 mg/dL) otherwise. Groups with the same limits, such as people at high risk, differ in their `goals`.',
  })
  preset?: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only of a patient: the targets of the preset in `Patient.glycemicRanges`, or the usual ones if the clinic has set none. Refused for patients with custom ranges, which do not say which one is the target.',
  })
  setByClinic?: boolean;

  @Field(() => Float, { nullable: true, description: 'The lower limit, above 0.' })
  low?: number;

  @Field(() => Float, { nullable: true, description: 'The upper limit.' })
  high?: number;

  @Field(() => GlucoseUnits, { defaultValue: 'mmol/L', description: 'Unit of the limits.' })
  units!: GlucoseUnit;
}

@ArgsType()
export class StatisticsRangeArguments {
  @Field(() => DateTime, { description: 'Start of the range.' })
  from!: number;

  @Field(() => DateTime, {
    description: 'End of the range; the instant itself is not included. At most 366 days after the start.',
  })
  to!: number;
}

@ArgsType()
export class GlucoseStatisticsArguments extends StatisticsRangeArguments {
  @Field(() => String, {
    nullable: true,
    description:
      'Time zone of hours and days, such as `Europe/Vienna`; defaults to that of the newest reading in the range that has one, or UTC.',
  })
  timezone?: string;

  @Field(() => GlucoseUnits, {
    defaultValue: 'mmol/L',
    description: 'Unit of all glucose values in the result.',
  })
  units!: GlucoseUnit;

  @Field(() => GlucoseTargetsInput, {
    nullable: true,
    description: 'What `targets` counts as within range; 3.9 to 10.0 mmol/L (70 to 180 mg/dL) by default.',
  })
  targets?: GlucoseTargetsInput;
}
