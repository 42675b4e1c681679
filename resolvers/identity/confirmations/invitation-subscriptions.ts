import { Ctx, Resolver, Root, Subscription } from 'type-graphql';
import {
  invitationReceivedEvents,
  invitationStatusEvents,
  type InvitationEvent,
} from '../../../src/identity/confirmations/invitation-events';
import { RequestContext } from '../../../src/request/request-context';
import { Invitation, toInvitation } from './invitations.types';
import { listensTo, Since } from '../../subscribe';

async function load({ key }: InvitationEvent, context: RequestContext): Promise<Invitation | null> {
  const found = await context.load(context.services.confirmationRecords.findMany, key);
  return found && toInvitation(found);
}

/** Subscriptions to invitations between people. */
@Resolver()
export class InvitationSubscriptionsResolver {
  @Subscription(() => Invitation, {
    nullable: true,
    description:
      'Emits invitations to the caller when they are sent to an address that the caller has confirmed.',
    subscribe: listensTo((_args, { callerId }) => invitationReceivedEvents(callerId)),
  })
  invitationReceived(
    @Root() event: InvitationEvent,
    @Ctx() context: RequestContext,
    @Since() _since?: string,
  ): Promise<Invitation | null> {
    return load(event, context);
  }

  @Subscription(() => Invitation, {
    nullable: true,
    description:
      'Emits when an invitation that the caller has sent or received is accepted, declined or canceled.',
    subscribe: listensTo((_args, { callerId }) => invitationStatusEvents(callerId)),
  })
  invitationStatusChanged(
    @Root() event: InvitationEvent,
    @Ctx() context: RequestContext,
    @Since() _since?: string,
  ): Promise<Invitation | null> {
    return load(event, context);
  }
}
