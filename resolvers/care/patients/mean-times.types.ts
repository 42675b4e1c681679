import { Field, Float, Int, ObjectType } from 'type-graphql';

const mean = (what: string) => ({
  nullable: true,
  description: `Mean of ${what} over \`measured\` patients, each counted equally, between 0 and 1: 0.7 is 70 %. Absent if there are none.`,
});

/** Means of times in ranges over patients, and how many of them reach the goal. */
@ObjectType()
export abstract class MeanTimes {
  @Field(() => Int, {
    description:
      'Number of `measured` patients with at least 70 % of time in range, the goal of most people (Battelino et al., Diabetes Care 2019). It is the same for all, whatever their risk group: `Clinic.patients(filter: { meetsGoals: true })` finds those who meet the goals of theirs.',
  })
  reachingGoal!: number;

  @Field(() => Float, mean('time below 3.0 mmol/L (up to 54 mg/dL)'))
  timeInVeryLow!: number | null;

  @Field(() => Float, mean('time below range (below 3.9 mmol/L, up to 70 mg/dL)'))
  timeInAnyLow!: number | null;

  @Field(() => Float, mean('time in range (3.9 to 10.0 mmol/L, 71 to 180 mg/dL)'))
  timeInTarget!: number | null;

  @Field(() => Float, mean('time above range (above 10.0 mmol/L, 181 mg/dL or more)'))
  timeInAnyHigh!: number | null;

  @Field(() => Float, mean('time above 13.9 mmol/L (251 mg/dL or more)'))
  timeInVeryHigh!: number | null;
}
