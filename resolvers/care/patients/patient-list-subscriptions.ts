import { Arg, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { patientListEvents, type PatientListEvent } from '../../../src/care/clinics/clinic-events';
import { RequestContext } from '../../../src/request/request-context';
import { Patient, toPatient } from './patients.types';
import { listensTo, Since } from '../../subscribe';

@ObjectType({ description: 'A change in the patient list of a clinic.' })
export class PatientListChange {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the patient’s account; absent if the change affects many patients.',
  })
  userId!: string | null;
}

/** Subscriptions to patients of clinics. */
@Resolver(() => PatientListChange)
export class PatientListNewsResolver {
  @Subscription(() => PatientListChange, {
    description: 'Emits when a patient of a clinic is added, changed or removed.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => patientListEvents(clinicId)),
  })
  patientListChanged(
    @Root() event: PatientListEvent,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): PatientListChange {
    return event;
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description:
      'The patient record after the change; absent once removed, or if the change affects many patients.',
  })
  async patient(
    @Root() { clinicId, userId }: PatientListChange,
    @Ctx() context: RequestContext,
  ): Promise<Patient | null> {
    if (userId === null) return null;
    const found = await context.load(context.services.patientDirectory.findMany, { clinicId, userId });
    return found && toPatient(found);
  }
}
