import { Field, Float, ObjectType } from 'type-graphql';
import { DateTime } from '../../scalars';

const difference = (what: string) => ({ nullable: true, description: `Difference of ${what}.` });
const share = (name: string) => difference(`the shares \`${name}.share\`: 0.05 is five percentage points`);
const perDay = (name: string) => difference(`\`${name}.perDay\``);
const averageMinutes = (name: string) =>
  difference(`\`${name}.averageMinutes\`, which is absent in a range without episodes`);

@ObjectType({
  description:
    'By how much statistics differ from those of another range: this range minus the other. A difference is absent if one of the ranges has no value. Numbers of readings, minutes and episodes have none, because ranges can differ in length: `wear` and episodes per day are their comparable figures.',
})
export class GlucoseStatisticsTrend {
  @Field(() => DateTime, { description: 'Start of the other range.' })
  from!: number;

  @Field(() => DateTime, { description: 'End of the other range.' })
  to!: number;

  @Field(() => Float, difference('sensor wear'))
  wear!: number | null;

  @Field(() => Float, difference('the means'))
  mean!: number | null;

  @Field(() => Float, difference('the standard deviations'))
  standardDeviation!: number | null;

  @Field(() => Float, difference('the coefficients of variation'))
  coefficientOfVariation!: number | null;

  @Field(() => Float, difference('the lowest readings'))
  min!: number | null;

  @Field(() => Float, difference('the highest readings'))
  max!: number | null;

  @Field(() => Float, difference('the glucose management indicators, in percent of HbA1c'))
  glucoseManagementIndicator!: number | null;

  @Field(() => Float, difference('the glycemia risk indices'))
  glycemiaRiskIndex!: number | null;

  @Field(() => Float, share('inVeryLow'))
  inVeryLow!: number | null;

  @Field(() => Float, share('inLow'))
  inLow!: number | null;

  @Field(() => Float, share('inTarget'))
  inTarget!: number | null;

  @Field(() => Float, share('inHigh'))
  inHigh!: number | null;

  @Field(() => Float, share('inVeryHigh'))
  inVeryHigh!: number | null;

  @Field(() => Float, share('inExtremeHigh'))
  inExtremeHigh!: number | null;

  @Field(() => Float, share('inAnyLow'))
  inAnyLow!: number | null;

  @Field(() => Float, share('inAnyHigh'))
  inAnyHigh!: number | null;

  @Field(() => Float, share('inTightRange'))
  inTightRange!: number | null;

  @Field(() => Float, share('inPregnancyRange'))
  inPregnancyRange!: number | null;

  @Field(() => Float, share('targets.below'))
  belowTargets!: number | null;

  @Field(() => Float, share('targets.within'))
  withinTargets!: number | null;

  @Field(() => Float, share('targets.above'))
  aboveTargets!: number | null;

  @Field(() => Float, perDay('lowEpisodes'))
  lowEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('lowEpisodes'))
  lowEpisodesAverageMinutes!: number | null;

  @Field(() => Float, perDay('veryLowEpisodes'))
  veryLowEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('veryLowEpisodes'))
  veryLowEpisodesAverageMinutes!: number | null;

  @Field(() => Float, perDay('extendedLowEpisodes'))
  extendedLowEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('extendedLowEpisodes'))
  extendedLowEpisodesAverageMinutes!: number | null;

  @Field(() => Float, perDay('highEpisodes'))
  highEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('highEpisodes'))
  highEpisodesAverageMinutes!: number | null;

  @Field(() => Float, perDay('veryHighEpisodes'))
  veryHighEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('veryHighEpisodes'))
  veryHighEpisodesAverageMinutes!: number | null;

  @Field(() => Float, perDay('extendedHighEpisodes'))
  extendedHighEpisodesPerDay!: number | null;

  @Field(() => Float, averageMinutes('extendedHighEpisodes'))
  extendedHighEpisodesAverageMinutes!: number | null;
}
