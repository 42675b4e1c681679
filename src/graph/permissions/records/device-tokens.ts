import type { IRules } from 'graphql-shield';
import { accountItself, anyUser, argumentUserId, check, partOfParent, thisUser } from '../rules';

/** Phones and browsers are registered by their owner only. */
const isOwner = check(
  ({ caller }, args) => caller.kind === 'user' && (args.input as { userId: string }).userId === caller.userId,
  argumentUserId,
);

/** Registered phones and browsers, and device verification. */
export const deviceTokenRules: IRules = {
  Query: { webPushKey: anyUser },
  Mutation: {
    registerDeviceToken: isOwner,
    removeDeviceToken: isOwner,
    verifyDevice: anyUser,
    createAppProofChallenge: anyUser,
    verifyAppProof: anyUser,
    registerWebPush: isOwner,
    removeWebPush: isOwner,
  },
  User: {
    deviceTokens: accountItself(thisUser),
    phones: accountItself(thisUser),
    webPushSubscriptions: accountItself(thisUser),
  },
  DeviceTokenConnection: { edges: partOfParent, pageInfo: partOfParent },
  DeviceTokenEdge: { node: partOfParent },
  RegisterDeviceTokenPayload: { deviceToken: partOfParent },
  RegisterWebPushPayload: { subscription: partOfParent },
  VerifyDevicePayload: { valid: partOfParent },
  AppProofChallengePayload: { challenge: partOfParent },
};
