import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { integrityHash, keptAttributes } from '../src/prescriptions/integrity';
import { noSuchPrescription, type Place } from '../src/prescriptions/prescription-directory.service';
import { assertQuestion, type PrescriptionListQuestion } from '../src/prescriptions/prescription-list';
import { RequestContext } from '../src/request/request-context';
import { DonePayload, toUser, User } from './accounts.types';
import { loadClinic } from './clinics';
import { Clinic } from './clinics.types';
import { noteShown } from './note-shown';
import { countedPage, pageComplexity } from './paging';
import { PrescriptionAttributes } from './prescription-attributes.types';
import {
  ActivatePrescriptionInput,
  AddPrescriptionRevisionInput,
  ClaimPrescriptionInput,
  CreatePrescriptionInput,
  DeletePrescriptionInput,
  PrescriptionPayload,
} from './prescription-inputs.types';
import {
  ClaimedPrescriptionListArguments,
  Prescription,
  PrescriptionConnection,
  PrescriptionListArguments,
  PrescriptionRevisionArguments,
  PrescriptionRevisionConnection,
  toPrescription,
  toRevision,
} from './prescriptions.types';

/** Prescriptions, by clinics and by patients. */
@Resolver()
export class PrescriptionsResolver {
  @Query(() => Prescription, { description: 'A prescription of a clinic.' })
  async prescription(
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'The clinic.' }) clinicId: string,
    @Arg('id', () => ID, { description: 'The prescription.' }) id: string,
  ): Promise<Prescription> {
    const found = await context.load(context.services.prescriptionDirectory.findMany, { clinicId, id });
    if (!found) throw noSuchPrescription();
    return toPrescription(found);
  }

  @Query(() => Prescription, { description: 'A prescription that somebody has claimed.' })
  async claimedPrescription(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Who has claimed it.' }) userId: string,
    @Arg('id', () => ID, { description: 'The prescription.' }) id: string,
  ): Promise<Prescription> {
    const found = await context.load(context.services.prescriptionDirectory.findClaimed, { userId, id });
    if (!found) throw noSuchPrescription();
    return toPrescription(found);
  }

  @Query(() => String, {
    description:
      'What seals attributes, for clients that have no canonical JSON. Nothing is stored or checked.',
  })
  prescriptionHash(
    @Arg('attributes', () => PrescriptionAttributes, { description: 'What a revision is to say.' })
    attributes: PrescriptionAttributes,
  ): string {
    return integrityHash(keptAttributes(attributes));
  }

  /** Part of a list, of any length; on record for everybody whose prescriptions it shows. */
  static async list(
    context: RequestContext,
    question: PrescriptionListQuestion,
    place: Place,
  ): Promise<Prescription[]> {
    assertQuestion(question);
    const [found = []] = await context.services.prescriptionDirectory.pages([{ ...question, ...place }]);
    const patients = new Set(found.flatMap(({ patientUserId }) => patientUserId ?? []));
    if (question.clinicId !== undefined) await noteShown(context, 'Clinic.prescriptions', [...patients]);
    return found.map(toPrescription);
  }

  @Mutation(() => PrescriptionPayload, { description: 'Writes a prescription.' })
  async createPrescription(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, ...revision }: CreatePrescriptionInput,
  ): Promise<PrescriptionPayload> {
    return {
      prescription: toPrescription(await services.prescriptions.create(clinicId, callerId, revision)),
    };
  }

  @Mutation(() => PrescriptionPayload, {
    description: 'Replaces what a draft or a pending prescription says; what it said before is kept.',
  })
  async addPrescriptionRevision(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, prescriptionId, expectedRevisionId, ...revision }: AddPrescriptionRevisionInput,
  ): Promise<PrescriptionPayload> {
    const key = { clinicId, id: prescriptionId };
    const revised = await services.prescriptions.revise(key, callerId, revision, expectedRevisionId);
    return { prescription: toPrescription(revised) };
  }

  @Mutation(() => DonePayload, { description: 'Deletes a draft. Nothing else can be deleted.' })
  async deletePrescription(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, prescriptionId }: DeletePrescriptionInput,
  ): Promise<DonePayload> {
    await services.prescriptions.remove({ clinicId, id: prescriptionId }, callerId);
    return { done: true };
  }

  @Mutation(() => PrescriptionPayload, {
    description: 'Gives the caller a submitted prescription. The caller becomes a patient of the clinic.',
  })
  async claimPrescription(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, ...claim }: ClaimPrescriptionInput,
  ): Promise<PrescriptionPayload> {
    return { prescription: toPrescription(await services.prescriptionClaims.claim(userId, claim)) };
  }

  @Mutation(() => PrescriptionPayload, {
    description: 'Makes a claimed prescription the active one; the one before is active no more.',
  })
  async activatePrescription(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, prescriptionId }: ActivatePrescriptionInput,
  ): Promise<PrescriptionPayload> {
    const active = await services.prescriptionClaims.activate({ userId, id: prescriptionId });
    return { prescription: toPrescription(active) };
  }
}

const pageOf = (
  context: RequestContext,
  question: PrescriptionListQuestion,
  page: { first: number; after?: string },
): Promise<PrescriptionConnection> => {
  assertQuestion(question);
  return countedPage(
    page,
    (offset, size) =>
      context.load(context.services.prescriptionDirectory.pages, { ...question, offset, size }),
    toPrescription,
  );
};

/** The prescriptions that a clinic has written. */
@Resolver(() => Clinic)
export class ClinicPrescriptionsResolver {
  @FieldResolver(() => PrescriptionConnection, {
    description: 'The prescriptions, what was changed last first.',
    complexity: pageComplexity,
  })
  async prescriptions(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => PrescriptionListArguments) { filter = {}, ...page }: PrescriptionListArguments,
  ): Promise<PrescriptionConnection> {
    return pageOf(context, { clinicId, filter }, page);
  }
}

/** The prescriptions that somebody has claimed. */
@Resolver(() => User)
export class UserPrescriptionsResolver {
  @FieldResolver(() => PrescriptionConnection, {
    description: 'The prescriptions that the owner of the account has claimed, what was changed last first.',
    complexity: pageComplexity,
  })
  async prescriptions(
    @Root() { id: userId }: User,
    @Ctx() context: RequestContext,
    @Args(() => ClaimedPrescriptionListArguments) { filter = {}, ...page }: ClaimedPrescriptionListArguments,
  ): Promise<PrescriptionConnection> {
    return pageOf(context, { userId, filter }, page);
  }
}

/** What a prescription leads to. */
@Resolver(() => Prescription)
export class PrescriptionResolver {
  @FieldResolver(() => Clinic, { description: 'The clinic that has written it.' })
  clinic(@Root() { clinicId }: Prescription, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who has claimed it; absent while nobody has, and when the account is gone.',
  })
  async patient(
    @Root() { patientUserId }: Prescription,
    @Ctx() context: RequestContext,
  ): Promise<User | null> {
    const user =
      patientUserId === null ? null : await context.load(context.services.accounts.findMany, patientUserId);
    return user && toUser(user);
  }

  @FieldResolver(() => PrescriptionRevisionConnection, {
    description: 'Everything that it has said, the latest first. For the people of the clinic.',
    complexity: pageComplexity,
  })
  async revisions(
    @Root() { clinicId, id }: Prescription,
    @Ctx() context: RequestContext,
    @Args(() => PrescriptionRevisionArguments) page: PrescriptionRevisionArguments,
  ): Promise<PrescriptionRevisionConnection> {
    return countedPage(
      page,
      (offset, size) =>
        context.load(context.services.prescriptionDirectory.revisions, { clinicId, id, offset, size }),
      toRevision,
    );
  }
}
