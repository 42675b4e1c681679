import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { canMigrate } from '../../../src/care/clinic-migrations/can-migrate';
import type { ClinicEntity } from '../../../src/care/clinics/clinic.entity';
import { clinicsOrder, type ClinicFilter } from '../../../src/care/clinics/clinic.service';
import type { Place } from '../../../src/care/clinics/people/clinician.service';
import { noSuchClinic } from '../../../src/care/clinics/lock-clinic';
import { listItems } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import { PatientTag, Site } from '../patients/labels.types';
import {
  Clinic,
  ClinicArguments,
  ClinicConnection,
  ClinicPayload,
  ClinicSizeName,
  CreateClinicInput,
  DeleteClinicInput,
  PhoneNumber,
  SuppressedNotifications,
  toClinic,
  UpdateClinicInput,
} from './clinics.types';
import { keyedPage, pageComplexity } from '../../paging';
import { Repeatable } from '../../repeatable';
import { clinicVersion } from '../../../src/care/clinics/versions';
import { removed, RemovedPayload } from '../../removed-payload';

/** The clinic with this id, through the loader of the request. Throws if it does not exist. */
export async function loadClinic(context: RequestContext, id: string): Promise<Clinic> {
  const clinic = await findClinic(context, id);
  if (!clinic) throw noSuchClinic();
  return toClinic(clinic);
}

/**
 * The clinic with this id, or null. Loads the caller's roles together with it, because rules inside the clinic need
 * them.
 */
export async function findClinic(context: RequestContext, clinicId: string): Promise<ClinicEntity | null> {
  const { services, personId: userId } = context;
  if (userId === null) return context.load(services.clinics.findMany, clinicId);
  const key = { clinicId, userId };
  const found = await context.load(services.clinics.findManyWithRoles, key);
  context.prime(services.clinicians.findRoles, key, found?.roles ?? []);
  return found && found.clinic;
}

/** The payload for a clinic that an earlier request has created. */
export const clinicAgain = async (context: RequestContext, created: string): Promise<ClinicPayload> => ({
  clinic: await loadClinic(context, created),
});

const forItsPeople = 'Visible to those who work in the clinic and to trusted servers; null for others.';

/** Fields of a clinic that only its members may see. */
type InternalDetails = Pick<
  ClinicEntity,
  'phoneNumbers' | 'clinicSize' | 'timezone' | 'suppressedNotifications'
>;

/** A clinic with all fields of the REST routes that the caller may see. */
export interface WholeClinic extends Clinic, Partial<InternalDetails> {
  canMigrate: boolean;
  patientTags: PatientTag[];
  sites: Site[];
}

/** Clinics and their details. */
@Resolver(() => Clinic)
export class ClinicsResolver {
  @Query(() => Clinic, { description: 'A clinic by its id.' })
  clinic(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the clinic.' }) id: string,
  ): Promise<Clinic> {
    return loadClinic(context, id);
  }

  @Query(() => Clinic, { description: 'The clinic with this share code. Old codes are found, too.' })
  async clinicByShareCode(
    @Ctx() { services }: RequestContext,
    @Arg('code', () => String, { description: 'The share code; must match exactly.' }) code: string,
  ): Promise<Clinic> {
    const clinic = await services.clinics.findByShareCode(code);
    if (!clinic) throw noSuchClinic();
    return toClinic(clinic);
  }

  @Query(() => ClinicConnection, {
    description: 'Clinics in order of creation. For trusted servers.',
    complexity: pageComplexity,
  })
  clinics(
    @Ctx() { services }: RequestContext,
    @Args(() => ClinicArguments) { first, after, last, before, ...filter }: ClinicArguments,
  ): Promise<ClinicConnection> {
    return keyedPage(
      { field: 'Query.clinics', order: clinicsOrder, counts: true },
      { first, after, last, before },
      (part) => services.clinics.list(filter, part),
      toClinic,
    );
  }

  /** `clinics` without pagination. */
  static async list(context: RequestContext, filter: ClinicFilter, place: Place): Promise<WholeClinic[]> {
    const clinics = listItems(await context.services.clinics.list(filter, place));
    return Promise.all(clinics.map((clinic) => ClinicsResolver.whole(context, toClinic(clinic))));
  }

  /**
   * The clinic with its tags and sites, batched over many clinics. Only for lists of people with their clinics: clients
   * use them to name the tags and sites of patients, even for the patients themselves.
   */
  static async whole(context: RequestContext, clinic: Clinic): Promise<WholeClinic> {
    const [isReady, internal, patientTags, sites] = await Promise.all([
      migratable(context, clinic),
      ifAmongItsPeople(context, clinic, internalDetails),
      context.load(context.services.patientTags.ofClinics, clinic.id),
      context.load(context.services.sites.ofClinics, clinic.id),
    ]);
    return Object.assign(clinic, internal, { canMigrate: isReady, patientTags, sites });
  }

  @Repeatable(clinicAgain)
  @Mutation(() => ClinicPayload, {
    description: 'Creates a clinic. The caller becomes its first administrator.',
  })
  async createClinic(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') input: CreateClinicInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.clinics.create(input, callerId)) };
  }

  @Mutation(() => ClinicPayload, { description: 'Changes the details of a clinic.' })
  async updateClinic(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, clear = [], expectedVersion, ...fields }: UpdateClinicInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.clinics.update(clinicId, fields, clear, expectedVersion)) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a clinic that has no patients except the demo patient.',
  })
  async deleteClinic(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId }: DeleteClinicInput,
  ): Promise<RemovedPayload> {
    await services.clinics.remove(clinicId, personId);
    return removed(clinicId);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether this is a legacy account with all details that a clinic needs.',
  })
  canMigrate(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<boolean> {
    return migratable(context, clinic);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `Changes when somebody edits the details of the clinic. For \`expectedVersion\`. ${forItsPeople}`,
  })
  version(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<string | null> {
    return ifAmongItsPeople(context, clinic, clinicVersion);
  }

  @FieldResolver(() => [PhoneNumber], {
    nullable: true,
    description: `Phone numbers; null if none are known. ${forItsPeople}`,
  })
  phoneNumbers(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<PhoneNumber[] | null> {
    return ifAmongItsPeople(context, clinic, ({ phoneNumbers }) => phoneNumbers);
  }

  @FieldResolver(() => ClinicSizeName, {
    nullable: true,
    description: `Reported number of patients. ${forItsPeople}`,
  })
  clinicSize(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<string | null> {
    return ifAmongItsPeople(context, clinic, ({ clinicSize }) => clinicSize);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `IANA name of the time zone. ${forItsPeople}`,
  })
  timezone(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<string | null> {
    return ifAmongItsPeople(context, clinic, ({ timezone }) => timezone);
  }

  @FieldResolver(() => SuppressedNotifications, {
    nullable: true,
    description: `Mails that the clinic does not want; null until set. ${forItsPeople}`,
  })
  suppressedNotifications(
    @Root() clinic: Clinic,
    @Ctx() context: RequestContext,
  ): Promise<SuppressedNotifications | null> {
    return ifAmongItsPeople(context, clinic, ({ suppressedNotifications }) => suppressedNotifications);
  }

  @FieldResolver(() => [PatientTag], {
    nullable: true,
    description: `The tags for patients, in order of creation. ${forItsPeople}`,
  })
  patientTags(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<PatientTag[] | null> {
    return ifAmongItsPeople(context, clinic, ({ id }) =>
      context.load(context.services.patientTags.ofClinics, id),
    );
  }

  @FieldResolver(() => [Site], {
    nullable: true,
    description: `The sites of the clinic, in order of creation. ${forItsPeople}`,
  })
  sites(@Root() clinic: Clinic, @Ctx() context: RequestContext): Promise<Site[] | null> {
    return ifAmongItsPeople(context, clinic, ({ id }) => context.load(context.services.sites.ofClinics, id));
  }
}

/** Whether the caller is a member of the clinic in any role, or a trusted server. */
export async function belongsToClinic(context: RequestContext, clinicId: string): Promise<boolean> {
  const { caller, services } = context;
  if (caller.kind !== 'user') return caller.kind === 'server';
  return (await context.load(services.clinicians.findRoles, { clinicId, userId: caller.userId })).length > 0;
}

/** The result of `show` for members of the clinic in any role and for trusted servers; null for others. */
const ifAmongItsPeople = async <Shown>(
  context: RequestContext,
  { id: clinicId, entity }: Clinic,
  show: (entity: ClinicEntity) => Shown | Promise<Shown>,
): Promise<Shown | null> => ((await belongsToClinic(context, clinicId)) ? show(entity) : null);

const internalDetails = ({
  phoneNumbers,
  clinicSize,
  timezone,
  suppressedNotifications,
}: ClinicEntity): InternalDetails => ({ phoneNumbers, clinicSize, timezone, suppressedNotifications });

async function migratable(context: RequestContext, { id, entity }: Clinic): Promise<boolean> {
  if (entity.isMigrated) return false;
  return canMigrate(entity, (await context.load(context.services.clinicians.admins, id)).length > 0);
}
