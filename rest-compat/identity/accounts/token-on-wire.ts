import type { ErrorCode } from '../../../src/platform/errors';

/** How the token routes refuse whoever has no token, or none that counts there. */
export const noToken = {
  status: 401,
  message: 'No x-tidepool-session-token was found',
  instead: ['UNAUTHENTICATED', 'FORBIDDEN'] as readonly ErrorCode[],
} as const;

/** What a token stands for, as the token routes return it; times are whole seconds since the epoch. */
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
