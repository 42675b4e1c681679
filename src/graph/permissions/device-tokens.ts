import type { IRules } from 'graphql-shield';
import { accountItself, anyUser, argumentUserId, check, partOfParent, thisUser } from './rules';

/** Phones and browsers are told by those whose they are, and by nobody for them. */
const isOwner = check(
  ({ caller }, args) => caller.kind === 'user' && (args.input as { userId: string }).userId === caller.userId,
  argumentUserId,
);

/** Phones and browsers that are told something, and what proves that phones are real. */
export const deviceTokenRules: IRules = {
  Query: { webPushKey: anyUser },
  Mutation: {
    registerDeviceToken: isOwner,
    verifyDevice: anyUser,
    createAppProofChallenge: anyUser,
    verifyAppProof: anyUser,
    registerWebPush: isOwner,
    removeWebPush: isOwner,
  },
  User: { deviceTokens: accountItself(thisUser), webPushSubscriptions: accountItself(thisUser) },
  RegisterWebPushPayload: { subscription: partOfParent },
  VerifyDevicePayload: { valid: partOfParent },
  AppProofChallengePayload: { challenge: partOfParent },
};
