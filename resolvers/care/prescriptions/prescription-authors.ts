import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { Clinician, toClinician } from '../clinics/clinicians.types';
import { Prescription, PrescriptionRevision } from './prescriptions.types';

/** A member of the clinic that wrote a prescription; null if there is none, or they have left. */
async function memberOfClinic(
  context: RequestContext,
  clinicId: string,
  userId: string | null,
): Promise<Clinician | null> {
  if (userId === null) return null;
  const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
  return found && toClinician(found);
}

/** Who has written a prescription. */
@Resolver(() => Prescription)
export class PrescriptionAuthorsResolver {
  @FieldResolver(() => Clinician, {
    nullable: true,
    description:
      'The clinician who created it; absent if they have left the clinic. For members of the clinic.',
  })
  createdBy(
    @Root() { clinicId, createdUserId }: Prescription,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    return memberOfClinic(context, clinicId, createdUserId);
  }

  @FieldResolver(() => Clinician, {
    nullable: true,
    description:
      'The clinician who last changed it; absent if that was the patient, or if they have left the clinic. For members of the clinic.',
  })
  modifiedBy(
    @Root() { clinicId, modifiedUserId }: Prescription,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    return memberOfClinic(context, clinicId, modifiedUserId);
  }

  @FieldResolver(() => Clinician, {
    nullable: true,
    description:
      'The clinician who submitted it; absent before, and if they have left the clinic. For members of the clinic.',
  })
  prescriber(
    @Root() { clinicId, prescriberUserId }: Prescription,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    return memberOfClinic(context, clinicId, prescriberUserId);
  }
}

/** Who has written a revision. */
@Resolver(() => PrescriptionRevision)
export class RevisionAuthorResolver {
  @FieldResolver(() => Clinician, {
    nullable: true,
    description: 'The author; absent if they have left the clinic. For members of the clinic.',
  })
  createdBy(
    @Root() { clinicId, createdUserId }: PrescriptionRevision,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    return memberOfClinic(context, clinicId, createdUserId);
  }
}
