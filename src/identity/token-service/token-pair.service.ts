import type { SessionToken } from '../auth/auth.service';
import { joinedPair, parseTokenPair, type VerifiedToken } from '../auth/token.service';
import { now } from '../../platform/clock';
import { unauthenticated } from '../../platform/errors';
import { refreshTokens, verifyRefreshToken, type RealmParts } from './grants/refresh-token';
import { OAuthError } from './oauth-error';
import type { Client } from './clients/client';
import type { TokenServiceParts } from './token-service-parts';

/** A pair whose tokens belong together and whose access token is not revoked. */
interface VerifiedPair {
  at: RealmParts;
  client: Client;
  refreshToken: string;
  userId: string;
  sessionId: string;
}

/** Pairs `kc:<access token>:<refresh token>`: renewed and ended at the log-in routes, without a client. */
export class TokenPairService {
  constructor(private readonly parts: TokenServiceParts) {}

  /**
   * Refreshes a pair, even after its access token has expired. Clients with a secret must present it, so their
   * tokens can only be refreshed at the token endpoint. Throws when the pair is not valid for that.
   */
  async renew(token: string): Promise<SessionToken> {
    const pair = await this.verify(token);
    if (!pair || pair.client.secretDigest !== undefined) throw unauthenticated();
    const { at, client, refreshToken, userId } = pair;
    const tokens = await unlessRefused(refreshTokens(at, client, refreshToken));
    if (!tokens?.refresh_token) throw unauthenticated();
    const entry = { subjectId: userId, actorId: userId, client: pair.client.id };
    this.parts.audit.record({ ...entry, kind: 'TOKEN', operation: 'renewal' });
    const renewed = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
    return {
      token: joinedPair(renewed),
      userId,
      isServer: false,
      expiresTime: now() + tokens.expires_in * 1000,
    };
  }

  /** Ends the session of a pair, even after its access token has expired. False if the pair is not valid, or no pair. */
  async end(token: string): Promise<boolean> {
    const pair = await this.verify(token);
    if (pair) await this.parts.sessions.end(pair.userId, pair.sessionId);
    return pair !== null;
  }

  private async verify(token: string): Promise<VerifiedPair | null> {
    const pair = parseTokenPair(token);
    if (!pair) return null;
    for (const realm of this.parts.realms.values()) {
      const { keyRing, issuer } = realm;
      const access = await this.parts.tokens.verify(keyRing, pair.accessToken, ['Bearer'], {
        issuer,
        expired: 'accept',
      });
      if (access) return this.verifyRefresh(access, { parts: this.parts, realm }, pair.refreshToken);
    }
    return null;
  }

  private async verifyRefresh(
    access: VerifiedToken,
    at: RealmParts,
    refreshToken: string,
  ): Promise<VerifiedPair | null> {
    const { userId, sessionId, tokenId, claims } = access;
    const client = this.parts.clients.find(String(claims.azp));
    if (!client || !(await this.parts.sessions.isTokenAlive({ userId, sessionId, tokenId }))) return null;
    const refresh = await unlessRefused(verifyRefreshToken(at, client, refreshToken));
    if (refresh?.userId !== userId || refresh.sessionId !== sessionId) return null;
    return { at, client, refreshToken, userId, sessionId };
  }
}

/** Errors of the token endpoint become null here: these routes have their own response. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof OAuthError) return null;
    throw error;
  }
}
