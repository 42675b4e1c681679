import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { ConfirmationEntity } from '../../../src/identity/confirmations/confirmation.entity';
import {
  confirmationsOrder,
  placedConfirmation,
} from '../../../src/identity/confirmations/confirmations-order';
import { RequestContext } from '../../../src/request/request-context';
import { grantable } from '../../../src/identity/permission';
import { User } from '../auth/accounts.types';
import { loadCreator } from './confirmation-creators';
import { ConfirmationCreator } from './confirmations.types';
import { loadClinic } from '../../care/clinics/clinics';
import { Clinic } from '../../care/clinics/clinics.types';
import {
  AcceptInvitationPayload,
  AnswerInvitationInput,
  CancelInvitationInput,
  DeclineInvitationPayload,
  Invitation,
  InvitationConnection,
  InvitationPageArguments,
  InvitationPayload,
  ResendInvitationInput,
  SendInvitationInput,
  toInvitation,
} from './invitations.types';
import { pageComplexity, pageOfItems } from '../../paging';
import { payloadEdges } from '../../payload-edges';
import { removedAll, RemovedAllPayload } from '../../removed-payload';
import { Repeatable, TakesNoKey } from '../../repeatable';
import { globalId } from '../../global-id';
import { loadShare } from '../sharing/sharing';
import { Share } from '../sharing/sharing.types';
import { notFound } from '../../../src/platform/errors';
import { alertsIn } from '../../care/alerts/alert-inputs.types';

/** A page of a list of invitations. Lists are short: an account has a few open ones. */
const page = async (
  list: { field: string; of: string },
  found: Promise<ConfirmationEntity[]>,
  paging: InvitationPageArguments,
): Promise<InvitationConnection> =>
  pageOfItems(
    { ...list, order: confirmationsOrder, counts: true },
    paging,
    (await found).map(placedConfirmation),
    toInvitation,
  );

/** The payload for an invitation that an earlier request has sent. */
export async function invitationAgain(context: RequestContext, created: string): Promise<InvitationPayload> {
  const found = await context.load(context.services.confirmationRecords.findMany, created);
  if (!found) throw notFound('The invitation is gone.');
  return { invitation: toInvitation(found) };
}

/** Invitations between people, and those that an account has sent to clinics. */
@Resolver(() => User)
export class InvitationsResolver {
  @FieldResolver(() => InvitationConnection, {
    description: 'Invitations that the account has sent and that are open or were declined, newest first.',
    complexity: pageComplexity,
  })
  invitationsSent(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => InvitationPageArguments) paging: InvitationPageArguments,
  ): Promise<InvitationConnection> {
    const list = { field: 'User.invitationsSent', of: user.id };
    return page(list, context.load(context.services.invitations.sentBy, user.id), paging);
  }

  @FieldResolver(() => InvitationConnection, {
    description: 'Invitations that the account can answer, newest first.',
    complexity: pageComplexity,
  })
  invitationsReceived(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => InvitationPageArguments) paging: InvitationPageArguments,
  ): Promise<InvitationConnection> {
    const list = { field: 'User.invitationsReceived', of: user.id };
    return page(list, context.load(context.services.invitations.receivedBy, user.id), paging);
  }

  @Repeatable(invitationAgain)
  @Mutation(() => InvitationPayload, {
    description: 'Invites a person by mail. Only one invitation to an address can be open at a time.',
  })
  async sendInvitation(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { userId, email, permissions, nickname, alerts, alertsConfig }: SendInvitationInput,
  ): Promise<InvitationPayload> {
    const wanted = {
      email,
      permissions: grantable(permissions),
      nickname: nickname === '' ? undefined : nickname,
      alertsConfig: alertsIn({ alerts, json: alertsConfig, jsonName: 'alertsConfig' }),
    };
    const invitation = await services.invitations.send(userId, wanted, personId);
    return { invitation: toInvitation(invitation) };
  }

  @TakesNoKey('Each request is meant to send a mail.')
  @Mutation(() => InvitationPayload, {
    description: 'Resends the mail of a pending invitation and restarts its expiry.',
  })
  async resendInvitation(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { key }: ResendInvitationInput,
  ): Promise<InvitationPayload> {
    return { invitation: toInvitation(await services.invitations.resend(key, personId)) };
  }

  @Mutation(() => RemovedAllPayload, {
    description:
      'Cancels all open invitations from an account to an address. Permissions already granted stay.',
  })
  async cancelInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, email }: CancelInvitationInput,
  ): Promise<RemovedAllPayload> {
    const canceled = await services.invitations.cancel(userId, email);
    return removedAll(canceled.map(({ key }) => globalId('Invitation', [key])));
  }

  @TakesNoKey('An invitation can be answered only once.')
  @Mutation(() => AcceptInvitationPayload, {
    description:
      'Accepts an invitation. The permissions that it asks for are added to those that the account holds now.',
  })
  async acceptInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: AnswerInvitationInput,
  ): Promise<AcceptInvitationPayload> {
    await services.invitations.accept(input);
    const { inviterId: ownerId, userId: memberId, key } = input;
    return { done: true, ends: { ownerId, memberId }, removedId: globalId('Invitation', [key]) };
  }

  @Mutation(() => DeclineInvitationPayload, {
    description: 'Declines an invitation. The inviter can see that.',
  })
  async declineInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: AnswerInvitationInput,
  ): Promise<DeclineInvitationPayload> {
    return { done: true, invitation: toInvitation(await services.invitations.decline(input)) };
  }

  /** `User.invitationsSent` without pagination. */
  static async allSent(context: RequestContext, userId: string): Promise<Invitation[]> {
    return (await context.load(context.services.invitations.sentBy, userId)).map(toInvitation);
  }

  /** `User.invitationsReceived` without pagination. */
  static async allReceived(context: RequestContext, userId: string): Promise<Invitation[]> {
    return (await context.load(context.services.invitations.receivedBy, userId)).map(toInvitation);
  }
}

/** The share that an invitation has led to. */
export const AcceptInvitationEdges = payloadEdges(AcceptInvitationPayload, {
  share: {
    type: () => Share,
    description: 'The share with the permissions that the account holds now.',
    load: ({ ends }, context) => loadShare(context, ends),
  },
});

/** Edges of an invitation. */
@Resolver(() => Invitation)
export class InvitationResolver {
  @FieldResolver(() => ConfirmationCreator, { description: 'The person who sent the invitation.' })
  creator(@Root() invitation: Invitation, @Ctx() context: RequestContext): Promise<ConfirmationCreator> {
    return loadCreator(context, invitation.creatorId);
  }

  @FieldResolver(() => Clinic, { nullable: true, description: 'The invited clinic; absent for people.' })
  clinic(@Root() { clinicId }: Invitation, @Ctx() context: RequestContext): Promise<Clinic> | null {
    return clinicId === null ? null : loadClinic(context, clinicId);
  }

  /** `creator` for lists of any length, in one batch. */
  static findCreators(
    context: RequestContext,
    invitations: readonly Invitation[],
  ): Promise<ConfirmationCreator[]> {
    return Promise.all(invitations.map(({ creatorId }) => loadCreator(context, creatorId)));
  }
}
