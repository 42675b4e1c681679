import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import { clinicianInvitationEvents, clinicInvitationEvents } from '../../../src/care/clinics/clinic-events';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { listensTo, Since } from '../../subscribe';

/** Subscriptions to invitations. */
@Resolver()
export class InvitationNewsResolver {
  @Subscription(() => Clinic, {
    description:
      'Emits when an invitation from or to a clinic is sent, answered or canceled. Select `clinic` for the invitations that are open now.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => clinicInvitationEvents(clinicId)),
  })
  clinicInvitationsChanged(
    @Root() { clinicId }: { clinicId: string },
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @Subscription(() => User, {
    description:
      'Emits when an invitation of the caller to work in a clinic is sent, answered or canceled. Select `account` for the invitations that are open now.',
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
