import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { IntervalSpan } from '../../../src/care/summaries/intervals/calendar-intervals';
import type { PatientSummaryType } from '../../../src/care/summaries/patient-stats';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits } from '../../records/data/in-units';
import { DateTime } from '../../scalars';
import { SummaryTypeName } from '../patients/summary-figures.types';

export const StatisticsIntervalName: Readonly<Record<string, IntervalSpan>> = {
  WEEK: 'week',
  MONTH: 'month',
};

registerEnumType(StatisticsIntervalName, {
  name: 'StatisticsInterval',
  description: 'Intervals of the calendar, in UTC.',
  valuesConfig: {
    WEEK: { description: 'Weeks, which begin on Monday at 00:00 UTC.' },
    MONTH: { description: 'Calendar months, which begin on the first at 00:00 UTC.' },
  },
});

@ArgsType()
export class ClinicIntervalsArguments {
  @Field(() => StatisticsIntervalName, { description: 'The intervals to compare.', defaultValue: 'week' })
  interval!: IntervalSpan;

  @Field(() => Int, {
    description:
      'Number of intervals up to the present one, which is still going on: 1 to 53 weeks or 12 months.',
    defaultValue: 12,
  })
  count!: number;

  @Field(() => SummaryTypeName, { description: 'Of sensor or of meter readings.', defaultValue: 'cgm' })
  type!: PatientSummaryType;
}

const mean = (what: string) => ({
  nullable: true,
  description: `Mean of ${what} over \`measured\` patients, each counted equally, between 0 and 1: 0.7 is 70 %. Absent if there are none.`,
});

@ObjectType({
  description:
    'How the patients of a clinic did in a week or a month: all present patients, with their readings of that time. Each patient counts once in a mean, however many readings there are.',
})
export class ClinicIntervalStatistics {
  @Field(() => DateTime, { description: 'Start of the interval.' })
  start!: number;

  @Field(() => DateTime, {
    description: 'End of the interval, which is not part of it; in the future for the present one.',
  })
  end!: number;

  @Field(() => Int, { description: 'Number of patients that the clinic has now.' })
  patients!: number;

  @Field(() => Int, { description: 'Number of patients with readings in the interval.' })
  withData!: number;

  @Field(() => Int, { description: 'Number of patients who are known to have no readings in the interval.' })
  noData!: number;

  @Field(() => Int, {
    description:
      'Number of patients whose figures of that time are not kept: weeks and months that began before the first calculation of the summary less 90 days (60 for meters), or in which older records changed later. They count in no other figure.',
  })
  unknown!: number;

  @Field(() => Int, {
    description:
      'Number of patients with enough readings for shares of time: with a sensor more than a day of readings, with a meter any.',
  })
  measured!: number;

  @Field(() => Int, {
    description:
      'Number of `measured` patients with at least 70 % of time in range (Battelino et al., Diabetes Care 2019).',
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

  @GlucoseField({
    nullable: true,
    show: inUnits,
    description: 'Mean of the mean glucose of `measured` patients. Absent if there are none.',
  })
  averageGlucose!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean of the glucose management indicators (GMI) of `withIndicator` patients, in percent of HbA1c. Absent if there are none.',
  })
  glucoseManagementIndicator!: number | null;

  @Field(() => Int, {
    description:
      'Number of patients with a GMI: those who wore a sensor for more than 70 % of the interval, of the present one up to now.',
  })
  withIndicator!: number;
}
