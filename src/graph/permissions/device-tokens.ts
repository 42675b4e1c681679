import type { IRules } from 'graphql-shield';
import { accountItself, anyUser, argumentUserId, check, partOfParent, thisUser } from './rules';

/** Phones are told by those whose they are, and by nobody for them. */
const isOwner = check(
  ({ caller }, args) => caller.kind === 'user' && (args.input as { userId: string }).userId === caller.userId,
  argumentUserId,
);

/** Tokens of phones, and what proves that they are real. */
export const deviceTokenRules: IRules = {
  Mutation: {
    registerDeviceToken: isOwner,
    verifyDevice: anyUser,
    createAppProofChallenge: anyUser,
    verifyAppProof: anyUser,
  },
  User: { deviceTokens: accountItself(thisUser) },
  VerifyDevicePayload: { valid: partOfParent },
  AppProofChallengePayload: { challenge: partOfParent },
};
