import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { membersOrder, type ClinicianFilter } from '../../../src/care/clinics/people/clinician-lists';
import { noSuchClinician, type Place } from '../../../src/care/clinics/people/clinician.service';
import { listItems } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import {
  AddClinicianInput,
  Clinician,
  ClinicianArguments,
  ClinicianConnection,
  ClinicianPayload,
  RemoveClinicianInput,
  toClinician,
  UpdateClinicianInput,
} from './clinicians.types';
import { loadClinic } from './clinics';
import { Clinic } from './clinics.types';
import { keyedPage, pageComplexity } from '../../paging';
import { globalId } from '../../global-id';
import { removed, RemovedPayload } from '../../removed-payload';
import { Repeatable } from '../../repeatable';
import { clinicianVersion } from '../../../src/care/clinics/versions';

/** The payload for a member, or an invited one, that an earlier request has created. */
export async function clinicianAgain(
  context: RequestContext,
  created: string,
  { clinicId }: { clinicId: string },
): Promise<ClinicianPayload> {
  const found = await context.load(context.services.clinicians.findRecords, { clinicId, id: created });
  if (!found) throw noSuchClinician();
  return { clinician: toClinician(found) };
}

/** Members of clinics. */
@Resolver(() => Clinic)
export class CliniciansResolver {
  @Query(() => Clinician, {
    description: 'A member of a clinic, with their roles: by the clinic and the account.',
  })
  async clinician(
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
  ): Promise<Clinician> {
    const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
    if (!found) throw noSuchClinician();
    return toClinician(found);
  }

  @FieldResolver(() => ClinicianConnection, {
    description: 'Members and invited members of the clinic, newest first.',
    complexity: pageComplexity,
  })
  clinicians(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => ClinicianArguments) { first, after, last, before, ...filter }: ClinicianArguments,
  ): Promise<ClinicianConnection> {
    return keyedPage(
      { field: 'Clinic.clinicians', of: id, order: membersOrder, counts: true },
      { first, after, last, before },
      (part) => context.load(context.services.clinicians.pages, { clinicId: id, filter, ...part }),
      toClinician,
    );
  }

  /** `clinicians` without pagination. */
  static async list(
    { services }: RequestContext,
    clinicId: string,
    filter: ClinicianFilter,
    place: Place,
  ): Promise<Clinician[]> {
    const [found = []] = await services.clinicians.pages([{ clinicId, filter, ...place }]);
    return listItems(found).map(toClinician);
  }

  @Repeatable(clinicianAgain)
  @Mutation(() => ClinicianPayload, { description: 'Adds a member to a clinic. For trusted servers.' })
  async addClinician(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, ...clinician }: AddClinicianInput,
  ): Promise<ClinicianPayload> {
    return { clinician: toClinician(await services.clinicians.create(clinicId, clinician)) };
  }

  @Mutation(() => ClinicianPayload, {
    description: 'Changes the roles of a clinic member. The last administrator cannot give up that role.',
  })
  async updateClinician(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId, userId, roles, name, expectedVersion }: UpdateClinicianInput,
  ): Promise<ClinicianPayload> {
    const changes = { roles, name };
    const key = { clinicId, userId };
    const changer = { userId: personId, mustAdminister: true };
    const changed = await services.clinicians.update(key, changes, changer, expectedVersion);
    return { clinician: toClinician(changed) };
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Removes a member from a clinic, with immediate effect. The last administrator cannot be removed.',
  })
  async removeClinician(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId, userId }: RemoveClinicianInput,
  ): Promise<RemovedPayload> {
    const changer = { userId: personId, mustAdminister: personId !== userId };
    const recordId = await services.clinicians.remove({ clinicId, userId }, changer);
    return removed(globalId('Clinician', [clinicId, recordId]));
  }
}

/** Clinics where an account works. */
@Resolver(() => Clinician)
export class ClinicianResolver {
  @FieldResolver(() => String, {
    description: 'Changes when somebody edits the member: the name or the roles. For `expectedVersion`.',
  })
  version(@Root() clinician: Clinician): string {
    return clinicianVersion(clinician);
  }

  @FieldResolver(() => Clinic, { description: 'The clinic that the clinician works in.' })
  clinic(@Root() { clinicId }: Clinician, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }
}
