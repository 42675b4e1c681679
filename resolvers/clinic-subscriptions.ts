import { Arg, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import {
  clinicianInvitationEvents,
  clinicInvitationEvents,
  patientListEvents,
  type PatientListEvent,
} from '../src/clinics/clinic-events';
import { RequestContext } from '../src/request/request-context';
import { loadUser } from './accounts';
import { User } from './accounts.types';
import { loadClinic } from './clinics';
import { Clinic } from './clinics.types';
import { Patient, toPatient } from './patients.types';
import { listensTo, Since } from './subscribe';

@ObjectType({ description: 'A change in the list of the patients of a clinic.' })
export class PatientListChange {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Account of the patient who came, changed or left; absent when it is about many.',
  })
  userId!: string | null;
}

/** What happens in clinics. */
@Resolver(() => PatientListChange)
export class ClinicSubscriptionsResolver {
  @Subscription(() => PatientListChange, {
    description: 'Each time a patient of a clinic comes, changes or leaves.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => patientListEvents(clinicId)),
  })
  patientListChanged(
    @Root() event: PatientListEvent,
    @Arg('clinicId', () => ID, { description: 'The clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): PatientListChange {
    return event;
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description:
      'The patient as the clinic keeps them now; absent once they have left, and when it is about many.',
  })
  async patient(
    @Root() { clinicId, userId }: PatientListChange,
    @Ctx() context: RequestContext,
  ): Promise<Patient | null> {
    if (userId === null) return null;
    const found = await context.load(context.services.patientDirectory.findMany, { clinicId, userId });
    return found && toPatient(found);
  }

  @Subscription(() => Clinic, {
    description:
      'Each time an invitation of a clinic, or of a person to it, is sent, answered or called off; the clinic leads to those that are open now.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => clinicInvitationEvents(clinicId)),
  })
  clinicInvitationsChanged(
    @Root() { clinicId }: { clinicId: string },
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'The clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @Subscription(() => User, {
    description:
      'Each time an invitation of the caller to work in a clinic is sent, answered or called off; the account leads to those that are open now.',
    subscribe: listensTo((_args, { callerId }) => clinicianInvitationEvents(callerId)),
  })
  clinicianInvitationsChanged(
    @Root() { userId }: { userId: string },
    @Ctx() context: RequestContext,
    @Since() _since?: string,
  ): Promise<User> {
    return loadUser(context, userId);
  }
}
