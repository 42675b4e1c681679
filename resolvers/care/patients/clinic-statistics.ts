import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PatientGroupStatistics as StatisticsOfService } from '../../../src/care/patients/clinic-statistics.service';
import type { PatientGrouping } from '../../../src/care/patients/patient-grouping';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import { Clinician, toClinician } from '../clinics/clinicians.types';
import { ClinicStatisticsArguments, PatientGroupStatistics } from './clinic-statistics.types';
import { PatientGroup } from './patient-group.types';
import { toGroupLabels, usualGroups } from './patient-groups';

/** Assumed cost of the statement, in plain fields, for a clinic of some thousand patients. */
const statementComplexity = 20_000;
function toGroup(
  clinicId: string,
  by: PatientGrouping,
  { groupId, name, ...figures }: StatisticsOfService,
): PatientGroupStatistics {
  return Object.assign(new PatientGroupStatistics(), figures, {
    ...toGroupLabels(clinicId, by, { groupId, name }),
    inactive: figures.patients - figures.active - figures.noData - figures.unknown,
  });
}

/** Statistics of the patients of a clinic. */
@Resolver(() => Clinic)
export class ClinicStatisticsResolver {
  @FieldResolver(() => [PatientGroupStatistics], {
    description:
      'How the patients of the clinic are doing, by tag, site or clinician: time in range, mean glucose, GMI, how many are active or have no data. Largest group first, patients without the label last; groups without patients are left out.',
    complexity: ({ childComplexity }) => statementComplexity + usualGroups * childComplexity,
  })
  async statistics(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => ClinicStatisticsArguments) asked: ClinicStatisticsArguments,
  ): Promise<PatientGroupStatistics[]> {
    const question = { ...asked, clinicId };
    const groups = await context.load(context.services.clinicStatistics.ofClinics, question);
    return groups.map((group) => toGroup(clinicId, asked.by, group));
  }
}

/** The clinician of a group. */
@Resolver(() => PatientGroup)
export class PatientGroupResolver {
  @FieldResolver(() => Clinician, {
    nullable: true,
    description: 'The clinician, if grouped by clinician; absent if they have left the clinic.',
  })
  async clinician(
    @Root() { clinicId, clinicianId: userId }: PatientGroup,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    if (userId === null) return null;
    const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
    return found && toClinician(found);
  }
}
