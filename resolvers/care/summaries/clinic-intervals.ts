import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ClinicInterval } from '../../../src/care/summaries/intervals/clinic-intervals.service';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import { ClinicIntervalsArguments, ClinicIntervalStatistics } from './clinic-intervals.types';

/** What it takes to find out whose figures are known, in plain fields: measured on SQLite for a thousand patients. */
const statementComplexity = 50_000;
/** What an interval of theirs takes beyond that. */
const intervalComplexity = 1_300;

const complexity = ({
  args: { count = 1 },
  childComplexity,
}: {
  args: { count?: number };
  childComplexity: number;
}) => statementComplexity + Math.max(count, 1) * (intervalComplexity + childComplexity);

// Another statement has counted the patients, and one may have left in between.
const toStatistics = (interval: ClinicInterval): ClinicIntervalStatistics =>
  Object.assign(new ClinicIntervalStatistics(), interval, {
    noData: Math.max(interval.patients - interval.withData - interval.unknown, 0),
  });

/** Statistics of the patients of a clinic by week or month. */
@Resolver(() => Clinic)
export class ClinicIntervalsResolver {
  @FieldResolver(() => [ClinicIntervalStatistics], {
    description:
      'How the patients of the clinic did week by week, or month by month: time in range, mean glucose, GMI, how many had readings. Oldest interval first; one without readings is there, too. Figures are kept for a year, from the first calculation of a patient’s summary on, and follow readings within a minute.',
    complexity,
  })
  async statisticsOverTime(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => ClinicIntervalsArguments) { interval: span, count, type }: ClinicIntervalsArguments,
  ): Promise<ClinicIntervalStatistics[]> {
    const question = { clinicId, span, count, type };
    const { clinicIntervals } = context.services;
    clinicIntervals.check(question);
    return (await context.load(clinicIntervals.ofClinics, question)).map(toStatistics);
  }
}
