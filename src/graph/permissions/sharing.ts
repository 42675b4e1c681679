import type { IRules } from 'graphql-shield';
import type { SetPermissionsInput } from '../../../resolvers/sharing.types';
import {
  anyone,
  anyUser,
  argumentUserId,
  check,
  holdsOn,
  managesAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
  trustedServer,
} from './rules';

interface Ends {
  ownerId: string;
  memberId: string;
}

/** Both ends of a share may look at it, and so may the custodians of its owner. */
const maySeePermissions = check(async (context, { owner, member }) => {
  if (context.caller.kind === 'anonymous') return false;
  return context.callerId === member || (await holdsOn(context, String(owner), ['custodian']));
});

/** Who manages an account may change all of its shares; whoever holds one may do nothing but give it up. */
const maySetPermissions = check(async (context, args) => {
  if (context.caller.kind === 'anonymous') return false;
  const { ownerId, memberId, permissions } = args.input as SetPermissionsInput;
  const isLeaving = context.callerId === memberId && permissions.every((name) => name === 'root');
  return isLeaving || (await holdsOn(context, ownerId, ['custodian']));
});

/** For oneself only; custodians cannot name others as custodians. */
const isCustodianToBe = check(({ caller }, args) => {
  if (caller.kind === 'anonymous') return false;
  return caller.kind === 'server' || caller.userId === (args.input as { custodianId: string }).custodianId;
});

/** Shares between accounts, custodial accounts, and confirmations by mail. */
export const sharingRules: IRules = {
  Query: { permissions: maySeePermissions },
  Mutation: {
    setPermissions: maySetPermissions,
    revokeShare: managesAccount((args) => (args.input as Ends).ownerId),
    leaveShare: anyUser,
    createCustodialAccount: isCustodianToBe,
    sendSignupConfirmation: managesAccount(argumentUserId),
    confirmSignup: anyone,
    resendSignupConfirmation: anyone,
    dismissSignup: anyone,
    cancelSignup: anyone,
    requestPasswordReset: anyone,
    resetPassword: anyone,
  },
  User: {
    sharedByOthers: managesAccount(thisUser),
    sharedWith: managesAccount(thisUser),
    relatedUsers: managesAccount(thisUser),
  },
  Share: {
    owner: relatedToAccount<Ends>((_args, share) => share.ownerId),
    member: relatedToAccount<Ends>((_args, share) => share.memberId),
  },
  RelatedUser: { profile: partOfParent, passwordExists: trustedServer },
  CreateCustodialAccountPayload: { user: partOfParent },
};

/** What everybody may know. */
export const generalRules: IRules = {
  Query: { serviceInfo: anyone, serverTime: anyone },
  ServiceInfo: { auth: partOfParent, versions: partOfParent },
  ClientVersions: { loop: partOfParent },
};
