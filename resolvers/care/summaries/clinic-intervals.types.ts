import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientGrouping } from '../../../src/care/patients/patient-grouping';
import type { IntervalSpan } from '../../../src/care/summaries/intervals/calendar-intervals';
import type { PatientSummaryType } from '../../../src/care/summaries/patient-stats';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits } from '../../records/data/in-units';
import { DateTime } from '../../scalars';
import type { UncountedTag } from '../patients/labels.types';
import { MeanTimes } from '../patients/mean-times.types';
import { PatientGroup, PatientGroupingName } from '../patients/patient-group.types';
import { usualGroups } from '../patients/patient-groups';
import type { PatientSite } from '../patients/patients.types';
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

  @Field(() => SummaryTypeName, {
    description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
    defaultValue: 'cgm',
  })
  type!: PatientSummaryType;

  @Field(() => PatientGroupingName, {
    nullable: true,
    description:
      'What to group patients by, for `groups`. They count in the groups in which they are now, at all times.',
  })
  by?: PatientGrouping;
}

/** What is said of the patients of a clinic, and of a group of them. */
@ObjectType()
abstract class IntervalFigures extends MeanTimes {
  @Field(() => Int, { description: 'Number of patients that the clinic, or the group, has now.' })
  patients!: number;

  @Field(() => Int, { description: 'Number of patients with readings in the interval.' })
  withData!: number;

  @Field(() => Int, {
    description:
      'Number of patients who are known to have no readings in the interval, and of those whose data the clinic may not view.',
  })
  noData!: number;

  @Field(() => Int, {
    description:
      'Number of patients whose figures of that time are not kept: weeks and months that began before the first calculation of the summary less 90 days (60 for meters), or in which older records changed later; of patients whose summary has yet to be calculated, all. They count in no other figure.',
  })
  unknown!: number;

  @Field(() => Int, {
    description:
      'Number of patients with enough readings for shares of time: with a sensor more than a day of readings, with a meter any.',
  })
  measured!: number;

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

@ObjectType({
  implements: PatientGroup,
  description:
    'How a group of patients did in a week or a month: all who are in the group now, with their readings of that time.',
})
export class PatientGroupInterval extends IntervalFigures implements PatientGroup {
  clinicId!: string;

  tag!: UncountedTag | null;

  site!: PatientSite | null;

  clinicianId!: string | null;

  diagnosisType!: string | null;
}

@ObjectType({
  description:
    'How the patients of a clinic did in a week or a month: all present patients, with their readings of that time. Each patient counts once in a mean, however many readings there are.',
})
export class ClinicIntervalStatistics extends IntervalFigures {
  @Field(() => DateTime, { description: 'Start of the interval.' })
  start!: number;

  @Field(() => DateTime, {
    description: 'End of the interval, which is not part of it; in the future for the present one.',
  })
  end!: number;

  @Field(() => [PatientGroupInterval], {
    nullable: true,
    description:
      'The same of each group of patients, if `by` is given: largest group first, patients without the label last. Each interval has all groups, in the same order; groups without patients are left out.',
    complexity: ({ childComplexity }) => usualGroups * childComplexity,
  })
  groups!: PatientGroupInterval[] | null;
}
