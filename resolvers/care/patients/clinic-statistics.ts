import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type {
  PatientGrouping,
  PatientGroupStatistics as StatisticsOfService,
} from '../../../src/care/patients/clinic-statistics.service';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import { Clinician, toClinician } from '../clinics/clinicians.types';
import { ClinicStatisticsArguments, PatientGroupStatistics } from './clinic-statistics.types';

/** Assumed cost of the statement, in plain fields, for a clinic of some thousand patients. */
const statementComplexity = 20_000;
/** Assumed number of groups. A clinic has at most 50 tags and 50 sites. */
const usualGroups = 20;

function toGroup(
  clinicId: string,
  by: PatientGrouping,
  { groupId, name, ...figures }: StatisticsOfService,
): PatientGroupStatistics {
  const label = groupId === null ? null : { id: groupId, name: name ?? '', clinicId };
  return Object.assign(new PatientGroupStatistics(), figures, {
    clinicId,
    tag: by === 'tag' ? label : null,
    site: by === 'site' ? label : null,
    clinicianId: by === 'clinician' ? groupId : null,
    diagnosisType: by === 'diagnosisType' ? groupId : null,
    inactive: figures.patients - figures.active - figures.noData,
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
@Resolver(() => PatientGroupStatistics)
export class PatientGroupResolver {
  @FieldResolver(() => Clinician, {
    nullable: true,
    description: 'The clinician, if grouped by clinician; absent if they have left the clinic.',
  })
  async clinician(
    @Root() { clinicId, clinicianId: userId }: PatientGroupStatistics,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    if (userId === null) return null;
    const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
    return found && toClinician(found);
  }
}
