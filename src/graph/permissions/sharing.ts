import type { IRules } from 'graphql-shield';
import { anyone, argumentUserId, managesAccount, partOfParent, relatedToAccount, thisUser } from './rules';

/** Shares between accounts, and confirmations by mail. */
export const sharingRules: IRules = {
  Mutation: {
    sendSignupConfirmation: managesAccount(argumentUserId),
    confirmSignup: anyone,
  },
  User: { sharedByOthers: managesAccount(thisUser) },
  Share: { owner: relatedToAccount<{ sharerId: string }>((_args, share) => share.sharerId) },
};

/** What everybody may know. */
export const generalRules: IRules = {
  Query: { serviceInfo: anyone, serverTime: anyone },
  ServiceInfo: { auth: partOfParent, versions: partOfParent },
  ClientVersions: { loop: partOfParent },
};
