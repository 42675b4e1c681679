import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { GlucoseGoals as GoalsOfGroup } from '../../../src/care/summaries/glucose-goals';

@ObjectType({ description: 'Time in a glucose range: the readings in it, and their share of all readings.' })
export class GlucoseShare {
  @Field(() => Float, {
    nullable: true,
    description: 'Share of the measured time, between 0 and 1: 0.7 is 70 %. Absent without readings.',
  })
  share!: number | null;

  @Field(() => Int, { description: 'Minutes covered by the readings in the range.' })
  minutes!: number;

  @Field(() => Int, { description: 'Number of readings in the range.' })
  records!: number;
}

@ObjectType({
  description:
    'Goals of a group of people, as shares of time between 0 and 1 (Battelino et al., Diabetes Care 2019). Absent where nothing is recommended for the group.',
})
export class GlucoseGoals implements GoalsOfGroup {
  @Field(() => Float, { description: 'At least this share should be within the targets.' })
  withinTargets!: number;

  @Field(() => Float, { description: 'Less than this share should be below the targets.' })
  belowTargets!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Less than this share should be above the targets.',
  })
  aboveTargets!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Less than this share should be below 3.0 mmol/L (54 mg/dL).',
  })
  inVeryLow!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Less than this share should be above 13.9 mmol/L (250 mg/dL).',
  })
  inVeryHigh!: number | null;
}

@ObjectType({ description: 'Time below, within and above the targets of a person.' })
export class GlucoseTargetShares {
  @Field(() => Float, { description: 'Lower limit; it is within the targets.' })
  low!: number;

  @Field(() => Float, { description: 'Upper limit; it is within the targets.' })
  high!: number;

  @Field(() => GlucoseShare, { description: 'Readings below the lower limit.' })
  below!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Time in range: from the lower to the upper limit.' })
  within!: GlucoseShare;

  @Field(() => GlucoseShare, { description: 'Readings above the upper limit.' })
  above!: GlucoseShare;

  @Field(() => GlucoseGoals, {
    nullable: true,
    description:
      'What is recommended for the group whose targets these are: of most people by default. Absent for other limits, and for pregnancy with type 2 or gestational diabetes.',
  })
  goals!: GlucoseGoals | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the readings meet all of `goals`. Absent without goals or readings.',
  })
  meetsGoals!: boolean | null;
}
