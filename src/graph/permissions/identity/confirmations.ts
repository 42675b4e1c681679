import type { IRules } from 'graphql-shield';
import type { RequestContext } from '../../../request/request-context';
import {
  accountItself,
  anyCaller,
  anyone,
  anyUser,
  argumentUserId,
  managesAccount,
  partOfParent,
  thisUser,
  trustedServer,
} from '../rules';

/** The account that sent the invitation with the argument `key`; null if it does not exist. */
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
 * Confirmations by mail, and invitations. The recipient of a key presents it instead of a token, and sees no more of
 * the sender than the confirmation contains.
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
  SendSignupConfirmationPayload: { confirmation: partOfParent },
  InvitationPayload: { invitation: partOfParent },
  AcceptInvitationPayload: { share: partOfParent },
  DeclineInvitationPayload: { invitation: partOfParent },
  InvitationConnection: { edges: partOfParent, pageInfo: partOfParent },
  InvitationEdge: { node: partOfParent },
  Invitation: { creator: partOfParent, alerts: partOfParent, clinic: anyCaller },
  ConfirmationCreator: { profile: partOfParent },
  CreatorProfile: { patient: partOfParent },
};
