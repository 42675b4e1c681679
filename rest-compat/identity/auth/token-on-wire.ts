import type { ErrorCode } from '../../../src/platform/errors';

/** The error of the token routes for callers without a valid token. */
export const noToken = {
  status: 401,
  message: 'No x-tidepool-session-token was found',
  instead: ['UNAUTHENTICATED', 'FORBIDDEN'] as readonly ErrorCode[],
} as const;

/** A token's session in the form of the token routes; times are whole seconds since the epoch. */
export const tokenData = (info: {
  isServer: boolean;
  userId: string;
  expiresTime: string;
  identityProvider?: string | null;
}) => ({
  isserver: info.isServer,
  userid: info.userId,
  expires_at: Math.floor(Date.parse(info.expiresTime) / 1000),
  ...(info.identityProvider != null && { identityProvider: info.identityProvider }),
});
