import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PatientGrouping } from '../../../src/care/patients/patient-grouping';
import type {
  ClinicInterval,
  GroupInterval,
} from '../../../src/care/summaries/intervals/clinic-intervals.service';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import { toGroupLabels } from '../patients/patient-groups';
import {
  ClinicIntervalsArguments,
  ClinicIntervalStatistics,
  PatientGroupInterval,
} from './clinic-intervals.types';

/** What it takes to find out whose figures are known, in plain fields: measured on SQLite for a thousand patients. */
const statementComplexity = 50_000;
/** What an interval of theirs takes beyond that. */
const intervalComplexity = 1_300;
/** What groups of theirs take beyond that, and each interval of the groups: some patients are in several. */
const groupsComplexity = 50_000;
const groupsOfIntervalComplexity = 3_000;

interface Asked {
  args: { count?: number; by?: PatientGrouping };
  childComplexity: number;
}

const complexity = ({ args: { count = 1, by }, childComplexity }: Asked): number => {
  const [statements, interval] = by
    ? [statementComplexity + groupsComplexity, intervalComplexity + groupsOfIntervalComplexity]
    : [statementComplexity, intervalComplexity];
  return statements + Math.max(count, 1) * (interval + childComplexity);
};

// Another statement has counted the patients, and one may have left in between.
const countWithout = ({
  patients,
  withData,
  unknown,
}: Pick<GroupInterval, 'patients' | 'withData' | 'unknown'>): number =>
  Math.max(patients - withData - unknown, 0);

const toStatistics = (
  clinicId: string,
  by: PatientGrouping | undefined,
  { groups, ...interval }: ClinicInterval,
): ClinicIntervalStatistics =>
  Object.assign(new ClinicIntervalStatistics(), interval, {
    noData: countWithout(interval),
    groups:
      by && groups
        ? groups.map(({ groupId, name, ...group }) =>
            Object.assign(new PatientGroupInterval(), group, {
              ...toGroupLabels(clinicId, by, { groupId, name }),
              noData: countWithout(group),
            }),
          )
        : null,
  });

/** Statistics of the patients of a clinic by week or month. */
@Resolver(() => Clinic)
export class ClinicIntervalsResolver {
  @FieldResolver(() => [ClinicIntervalStatistics], {
    description:
      'How the patients of the clinic did week by week, or month by month: time in range, mean glucose, GMI, how many had readings, also by tag, site or clinician. Oldest interval first; one without readings is there, too. Figures are kept for a year, from the first calculation of a patient’s summary on, and follow readings within a minute.',
    complexity,
  })
  async statisticsOverTime(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => ClinicIntervalsArguments) { interval: span, count, type, by }: ClinicIntervalsArguments,
  ): Promise<ClinicIntervalStatistics[]> {
    const question = { clinicId, span, count, type, by };
    const { clinicIntervals } = context.services;
    clinicIntervals.check(question);
    const intervals = await context.load(clinicIntervals.ofClinics, question);
    return intervals.map((interval) => toStatistics(clinicId, by, interval));
  }
}
