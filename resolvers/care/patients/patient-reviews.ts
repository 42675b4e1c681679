import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { Clinician, toClinician } from '../clinics/clinicians.types';
import { PatientReviewsPayload } from './patient-inputs.types';
import { loadPatient } from './patients';
import { Patient, PatientReview } from './patients.types';

/** Edges of a review. */
@Resolver(() => PatientReview)
export class PatientReviewResolver {
  @FieldResolver(() => Clinician, {
    nullable: true,
    description: 'The reviewer; absent if they have left the clinic.',
  })
  async clinician(
    @Root() { clinicId, clinicianId: userId }: PatientReview,
    @Ctx() context: RequestContext,
  ): Promise<Clinician | null> {
    const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
    return found && toClinician(found);
  }
}

/** The patient after a review, so that caches follow. */
@Resolver(() => PatientReviewsPayload)
export class PatientReviewsPayloadResolver {
  @FieldResolver(() => Patient, { description: 'The patient after the change.' })
  patient(@Root() { key }: PatientReviewsPayload, @Ctx() context: RequestContext): Promise<Patient> {
    // The rule of the mutation has loaded the patient as it was before.
    context.forgetLoaded();
    return loadPatient(context, key);
  }
}
