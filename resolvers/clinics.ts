import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { canMigrate } from '../src/clinics/can-migrate';
import type { ClinicEntity } from '../src/clinics/clinic.entity';
import type { ClinicFilter } from '../src/clinics/clinic.service';
import type { Place } from '../src/clinics/clinician.service';
import { noSuchClinic } from '../src/clinics/lock-clinic';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { PatientTag, Site } from './clinic-labels.types';
import {
  Clinic,
  ClinicArguments,
  ClinicConnection,
  ClinicPayload,
  CreateClinicInput,
  DeleteClinicInput,
  toClinic,
  UpdateClinicInput,
} from './clinics.types';
import { countedPage, pageComplexity } from './paging';

/** The clinic with this id, through the batch of the request. Throws when there is none. */
export async function loadClinic(context: RequestContext, id: string): Promise<Clinic> {
  const clinic = await findClinic(context, id);
  if (!clinic) throw noSuchClinic();
  return toClinic(clinic);
}

/** For people together with their roles there, which the rules of what is within the clinic ask for. */
async function findClinic(context: RequestContext, clinicId: string): Promise<ClinicEntity | null> {
  const { services, personId: userId } = context;
  if (userId === null) return context.load(services.clinics.findMany, clinicId);
  const key = { clinicId, userId };
  const found = await context.load(services.clinics.findManyWithRoles, key);
  context.prime(services.clinicians.rolesOf, key, found?.roles ?? []);
  return found && found.clinic;
}

/** A clinic with all that the clients of the REST routes know of it. */
export interface WholeClinic extends Clinic {
  canMigrate: boolean;
  patientTags: PatientTag[];
  sites: Site[];
}

/** Clinics, and what is said about them. */
@Resolver(() => Clinic)
export class ClinicsResolver {
  @Query(() => Clinic, { description: 'A clinic by its id.' })
  clinic(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the clinic.' }) id: string,
  ): Promise<Clinic> {
    return loadClinic(context, id);
  }

  @Query(() => Clinic, { description: 'The clinic that a share code finds; old codes find it, too.' })
  async clinicByShareCode(
    @Ctx() { services }: RequestContext,
    @Arg('code', () => String, { description: 'The code, letter for letter.' }) code: string,
  ): Promise<Clinic> {
    const clinic = await services.clinics.findByShareCode(code);
    if (!clinic) throw noSuchClinic();
    return toClinic(clinic);
  }

  @Query(() => ClinicConnection, {
    description: 'Clinics in the order of their creation. For trusted servers.',
    complexity: pageComplexity,
  })
  clinics(
    @Ctx() { services }: RequestContext,
    @Args(() => ClinicArguments) { first, after, ...filter }: ClinicArguments,
  ): Promise<ClinicConnection> {
    return countedPage(
      { first, after },
      (offset, size) => services.clinics.list(filter, { offset, size }),
      toClinic,
    );
  }

  /** `clinics` of any length. */
  static async list(context: RequestContext, filter: ClinicFilter, place: Place): Promise<WholeClinic[]> {
    const clinics = await context.services.clinics.list(filter, place);
    return Promise.all(clinics.map((clinic) => ClinicsResolver.whole(context, toClinic(clinic))));
  }

  /** The clinic with its tags and sites; those of many clinics are loaded together. */
  static async whole(context: RequestContext, clinic: Clinic): Promise<WholeClinic> {
    const [isReady, patientTags, sites] = await Promise.all([
      migratable(context, clinic),
      context.load(context.services.patientTags.ofClinics, clinic.id),
      context.load(context.services.sites.ofClinics, clinic.id),
    ]);
    return Object.assign(clinic, { canMigrate: isReady, patientTags, sites });
  }

  @Mutation(() => ClinicPayload, { description: 'Opens a clinic. The caller is its first administrator.' })
  async createClinic(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') input: CreateClinicInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.clinics.create(input, callerId)) };
  }

  @Mutation(() => ClinicPayload, { description: 'Changes what is said about a clinic.' })
  async updateClinic(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, clear = [], ...fields }: UpdateClinicInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.clinics.update(clinicId, fields, clear)) };
  }

  @Mutation(() => DonePayload, {
    description: 'Closes a clinic that has no patients but the demo patient.',
  })
  async deleteClinic(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId }: DeleteClinicInput,
  ): Promise<DonePayload> {
    await services.clinics.remove(clinicId, personId);
    return { done: true };
  }

  @FieldResolver(() => Boolean, {
    description: 'It is an account of the old kind that has all that it needs to become a clinic.',
  })
  canMigrate(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<boolean> {
    return migratable(context, clinic);
  }

  @FieldResolver(() => [PatientTag], {
    description: 'The tags for patients, in the order of their creation.',
  })
  patientTags(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<PatientTag[]> {
    return context.load(context.services.patientTags.ofClinics, id);
  }

  @FieldResolver(() => [Site], { description: 'The sites of the clinic, in the order of their creation.' })
  sites(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<Site[]> {
    return context.load(context.services.sites.ofClinics, id);
  }
}

async function migratable(context: RequestContext, { id, entity }: Clinic): Promise<boolean> {
  if (entity.isMigrated) return false;
  return canMigrate(entity, (await context.load(context.services.clinicians.admins, id)).length > 0);
}
