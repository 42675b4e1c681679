import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { checkAlertsConfig } from '../src/alerts/alerts-config';
import type { ConfirmationEntity } from '../src/confirmations/confirmation.entity';
import { RequestContext } from '../src/request/request-context';
import { grantable } from '../src/sharing/permission';
import { DonePayload, User } from './accounts.types';
import { loadCreator } from './confirmation-creators';
import { ConfirmationCreator } from './confirmations.types';
import {
  AnswerInvitationInput,
  CancelInvitationInput,
  Invitation,
  InvitationConnection,
  InvitationPageArguments,
  InvitationPayload,
  ResendInvitationInput,
  SendInvitationInput,
  toInvitation,
} from './invitations.types';
import { countedPage, pageComplexity } from './paging';

/** The lists are short: an account has a few open invitations. */
const page = (found: Promise<ConfirmationEntity[]>, paging: InvitationPageArguments) =>
  countedPage(paging, async (offset, size) => (await found).slice(offset, offset + size), toInvitation);

/** Invitations from person to person, and what an account has sent to clinics. */
@Resolver(() => User)
export class InvitationsResolver {
  @FieldResolver(() => InvitationConnection, {
    description: 'What the account has sent and is open or was declined, newest first.',
    complexity: pageComplexity,
  })
  invitationsSent(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => InvitationPageArguments) paging: InvitationPageArguments,
  ): Promise<InvitationConnection> {
    return page(context.load(context.services.invitations.sentBy, user.id), paging);
  }

  @FieldResolver(() => InvitationConnection, {
    description: 'What the account can accept or decline, newest first.',
    complexity: pageComplexity,
  })
  invitationsReceived(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => InvitationPageArguments) paging: InvitationPageArguments,
  ): Promise<InvitationConnection> {
    return page(context.load(context.services.invitations.receivedBy, user.id), paging);
  }

  @Mutation(() => InvitationPayload, {
    description: 'Invites somebody by mail. Only one invitation to an address is open at a time.',
  })
  async sendInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, email, permissions, nickname, alertsConfig }: SendInvitationInput,
  ): Promise<InvitationPayload> {
    const invitation = await services.invitations.send(userId, {
      email,
      permissions: grantable(permissions),
      nickname: nickname === '' ? undefined : nickname,
      alertsConfig: alertsConfig && checkAlertsConfig(alertsConfig, '/alertsConfig'),
    });
    return { invitation: toInvitation(invitation) };
  }

  @Mutation(() => InvitationPayload, {
    description: 'Sends the mail of a pending invitation once more; its time starts anew.',
  })
  async resendInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { key }: ResendInvitationInput,
  ): Promise<InvitationPayload> {
    return { invitation: toInvitation(await services.invitations.resend(key)) };
  }

  @Mutation(() => DonePayload, {
    description: 'Calls off all open invitations of an account to an address. What was granted stays.',
  })
  async cancelInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, email }: CancelInvitationInput,
  ): Promise<DonePayload> {
    await services.invitations.cancel(userId, email);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description:
      'Accepts an invitation: what the account may do already stays, what it was invited to is added.',
  })
  async acceptInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: AnswerInvitationInput,
  ): Promise<DonePayload> {
    await services.invitations.accept(input);
    return { done: true };
  }

  @Mutation(() => DonePayload, { description: 'Declines an invitation. The inviter sees it.' })
  async declineInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: AnswerInvitationInput,
  ): Promise<DonePayload> {
    await services.invitations.decline(input);
    return { done: true };
  }

  /** `User.invitationsSent` without pages. */
  static async allSent(context: RequestContext, userId: string): Promise<Invitation[]> {
    return (await context.load(context.services.invitations.sentBy, userId)).map(toInvitation);
  }

  /** `User.invitationsReceived` without pages. */
  static async allReceived(context: RequestContext, userId: string): Promise<Invitation[]> {
    return (await context.load(context.services.invitations.receivedBy, userId)).map(toInvitation);
  }
}

/** What an invitation leads to. */
@Resolver(() => Invitation)
export class InvitationResolver {
  @FieldResolver(() => ConfirmationCreator, { description: 'Who invites.' })
  creator(@Root() invitation: Invitation, @Ctx() context: RequestContext): Promise<ConfirmationCreator> {
    return loadCreator(context, invitation.creatorId);
  }

  /** `creator` for lists of any length: one batch. */
  static creatorsOf(
    context: RequestContext,
    invitations: readonly Invitation[],
  ): Promise<ConfirmationCreator[]> {
    return Promise.all(invitations.map(({ creatorId }) => loadCreator(context, creatorId)));
  }
}
