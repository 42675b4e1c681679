import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { integrityHash, keptAttributes } from '../../../src/care/prescriptions/integrity';
import {
  noSuchPrescription,
  prescriptionsOrder,
  revisionsOrder,
  type Place,
} from '../../../src/care/prescriptions/prescription-directory.service';
import {
  assertQuestion,
  type PrescriptionListQuestion,
} from '../../../src/care/prescriptions/prescription-list';
import { listItems } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import { toUser, User } from '../../identity/auth/accounts.types';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import type { PageArguments } from '../../page-arguments';
import { keyedPage, pageComplexity } from '../../paging';
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
import { Repeatable, TakesNoKey } from '../../repeatable';
import { removed, RemovedPayload } from '../../removed-payload';

/** A prescription of a clinic, through the loader of the request. Throws if it does not exist. */
async function loadPrescription(
  context: RequestContext,
  key: { clinicId: string; id: string },
): Promise<Prescription> {
  const found = await context.load(context.services.prescriptionDirectory.findMany, key);
  if (!found) throw noSuchPrescription();
  return toPrescription(found);
}

/** The payload for a prescription that an earlier request has created or revised. */
const prescriptionAgain = async (
  context: RequestContext,
  created: string,
  { clinicId }: { clinicId: string },
): Promise<PrescriptionPayload> => ({
  prescription: await loadPrescription(context, { clinicId, id: created }),
});

/** Prescriptions, for clinics and for patients. */
@Resolver()
export class PrescriptionsResolver {
  @Query(() => Prescription, { description: 'A prescription of a clinic.' })
  prescription(
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('id', () => ID, { description: 'Id of the prescription.' }) id: string,
  ): Promise<Prescription> {
    return loadPrescription(context, { clinicId, id });
  }

  @Query(() => Prescription, { description: 'A prescription that a patient has claimed.' })
  async claimedPrescription(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the patient who has claimed it.' }) userId: string,
    @Arg('id', () => ID, { description: 'Id of the prescription.' }) id: string,
  ): Promise<Prescription> {
    const found = await context.load(context.services.prescriptionDirectory.findClaimed, { userId, id });
    if (!found) throw noSuchPrescription();
    return toPrescription(found);
  }

  @Query(() => String, {
    description:
      'Computes the hash of attributes, for clients without canonical JSON. It stores and validates nothing.',
  })
  prescriptionHash(
    @Arg('attributes', () => PrescriptionAttributes, { description: 'The attributes of a revision.' })
    attributes: PrescriptionAttributes,
  ): string {
    return integrityHash(keptAttributes(attributes));
  }

  /** A list without pagination; logs access to everyone whose prescriptions it contains. */
  static async list(
    context: RequestContext,
    question: PrescriptionListQuestion,
    place: Place,
  ): Promise<Prescription[]> {
    assertQuestion(question);
    const [placed = []] = await context.services.prescriptionDirectory.pages([{ ...question, ...place }]);
    const found = listItems(placed);
    const patients = new Set(found.flatMap(({ patientUserId }) => patientUserId ?? []));
    if (question.clinicId !== undefined) await noteShown(context, 'Clinic.prescriptions', [...patients]);
    return found.map(toPrescription);
  }

  @Repeatable(prescriptionAgain)
  @Mutation(() => PrescriptionPayload, { description: 'Creates a prescription.' })
  async createPrescription(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, ...revision }: CreatePrescriptionInput,
  ): Promise<PrescriptionPayload> {
    return {
      prescription: toPrescription(await services.prescriptions.create(clinicId, callerId, revision)),
    };
  }

  @Repeatable(prescriptionAgain)
  @Mutation(() => PrescriptionPayload, {
    description: 'Adds a revision to a draft or pending prescription; earlier revisions are kept.',
  })
  async addPrescriptionRevision(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, prescriptionId, expectedRevisionId, ...revision }: AddPrescriptionRevisionInput,
  ): Promise<PrescriptionPayload> {
    const key = { clinicId, id: prescriptionId };
    const revised = await services.prescriptions.revise(key, callerId, revision, expectedRevisionId);
    return { prescription: toPrescription(revised) };
  }

  @Mutation(() => RemovedPayload, { description: 'Deletes a draft. Other prescriptions cannot be deleted.' })
  async deletePrescription(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, prescriptionId }: DeletePrescriptionInput,
  ): Promise<RemovedPayload> {
    await services.prescriptions.remove({ clinicId, id: prescriptionId }, callerId);
    return removed(prescriptionId);
  }

  @TakesNoKey('A prescription can be claimed only once.')
  @Mutation(() => PrescriptionPayload, {
    description: 'Claims a submitted prescription for the caller, who becomes a patient of the clinic.',
  })
  async claimPrescription(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, ...claim }: ClaimPrescriptionInput,
  ): Promise<PrescriptionPayload> {
    return { prescription: toPrescription(await services.prescriptionClaims.claim(userId, claim)) };
  }

  @Mutation(() => PrescriptionPayload, {
    description: 'Activates a claimed prescription and deactivates the previously active one.',
  })
  async activatePrescription(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, prescriptionId }: ActivatePrescriptionInput,
  ): Promise<PrescriptionPayload> {
    const active = await services.prescriptionClaims.activate({ userId, id: prescriptionId });
    return { prescription: toPrescription(active) };
  }
}

const prescriptionPage = (
  context: RequestContext,
  question: PrescriptionListQuestion,
  field: string,
  page: PageArguments,
): Promise<PrescriptionConnection> => {
  assertQuestion(question);
  return keyedPage(
    { field, of: question.clinicId ?? question.userId, order: prescriptionsOrder, counts: true },
    page,
    (part) => context.load(context.services.prescriptionDirectory.pages, { ...question, ...part }),
    toPrescription,
  );
};

/** Prescriptions written by a clinic. */
@Resolver(() => Clinic)
export class ClinicPrescriptionsResolver {
  @FieldResolver(() => PrescriptionConnection, {
    description: 'The prescriptions, most recently changed first.',
    complexity: pageComplexity,
  })
  async prescriptions(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => PrescriptionListArguments) { filter = {}, ...page }: PrescriptionListArguments,
  ): Promise<PrescriptionConnection> {
    return prescriptionPage(context, { clinicId, filter }, 'Clinic.prescriptions', page);
  }
}

/** Prescriptions claimed by an account. */
@Resolver(() => User)
export class UserPrescriptionsResolver {
  @FieldResolver(() => PrescriptionConnection, {
    description: 'The prescriptions that the owner of the account has claimed, most recently changed first.',
    complexity: pageComplexity,
  })
  async prescriptions(
    @Root() { id: userId }: User,
    @Ctx() context: RequestContext,
    @Args(() => ClaimedPrescriptionListArguments) { filter = {}, ...page }: ClaimedPrescriptionListArguments,
  ): Promise<PrescriptionConnection> {
    return prescriptionPage(context, { userId, filter }, 'User.prescriptions', page);
  }
}

/** Edges of a prescription. */
@Resolver(() => Prescription)
export class PrescriptionResolver {
  @FieldResolver(() => Clinic, { description: 'The clinic that wrote it.' })
  clinic(@Root() { clinicId }: Prescription, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The patient who has claimed it; absent while unclaimed, and if the account was deleted.',
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
    description: 'All revisions, latest first. For members of the clinic.',
    complexity: pageComplexity,
  })
  async revisions(
    @Root() { clinicId, id }: Prescription,
    @Ctx() context: RequestContext,
    @Args(() => PrescriptionRevisionArguments) page: PrescriptionRevisionArguments,
  ): Promise<PrescriptionRevisionConnection> {
    return keyedPage(
      { field: 'Prescription.revisions', order: revisionsOrder, counts: true },
      page,
      (part) => context.load(context.services.prescriptionDirectory.revisions, { clinicId, id, ...part }),
      toRevision,
    );
  }
}
