import type { IRules } from 'graphql-shield';
import type { RequestContext } from '../../request/request-context';
import {
  accountItself,
  anyone,
  anyUser,
  argumentUserId,
  managesAccount,
  partOfParent,
  thisUser,
  trustedServer,
} from './rules';

/** The account that has sent the invitation of the argument `key`; null when there is no such invitation. */
async function argumentInviter(
  args: Record<string, unknown>,
  _parent: unknown,
  context: RequestContext,
): Promise<string | null> {
  const { key } = args.input as { key: string };
  const invitation = await context.load(context.services.confirmationRecords.findMany, key);
  return invitation?.creatorId ?? null;
}

/**
 * Confirmations by mail and invitations. Who was sent a key shows it in place of a token. Of who asks, whoever is asked
 * sees no more than what is part of the question.
 */
export const confirmationRules: IRules = {
  Mutation: {
    sendSignupConfirmation: managesAccount(argumentUserId),
    addSignupConfirmation: managesAccount(argumentUserId),
    confirmSignup: anyone,
    resendSignupConfirmation: anyone,
    dismissSignup: anyone,
    cancelSignup: anyone,
    requestPasswordReset: anyone,
    resetPassword: anyone,
    sendInvitation: managesAccount(argumentUserId),
    resendInvitation: managesAccount(argumentInviter),
    cancelInvitation: managesAccount(argumentUserId),
    acceptInvitation: accountItself(argumentUserId),
    declineInvitation: accountItself(argumentUserId),
  },
  Subscription: { invitationReceived: anyUser, invitationStatusChanged: anyUser },
  User: {
    signupConfirmation: managesAccount(thisUser),
    invitationsSent: managesAccount(thisUser),
    invitationsReceived: accountItself(thisUser),
  },
  SignupConfirmationPayload: { confirmation: partOfParent },
  SignupConfirmation: { key: trustedServer, creator: partOfParent },
  InvitationPayload: { invitation: partOfParent },
  InvitationConnection: { edges: partOfParent, pageInfo: partOfParent },
  InvitationEdge: { node: partOfParent },
  Invitation: { creator: partOfParent },
  ConfirmationCreator: { profile: partOfParent },
  CreatorProfile: { patient: partOfParent },
};
