import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { now } from '../../platform/clock';
import type { KeyRingService, RingKey } from './key-ring.service';

/** The purpose of a token; a token of one kind is never accepted as another (claim `typ`). */
export type TokenKind = 'Bearer' | 'ID' | 'Refresh' | 'Offline' | 'Session' | 'Server';

/** The content of a token with a valid signature, ring, kind and times. */
export interface VerifiedToken {
  tokenId: string;
  userId: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  issuedTime: number;
  expiresTime: number;
  claims: JWTPayload;
}

export interface TokenContent {
  kind: TokenKind;
  userId: string;
  sessionId: string;
  /** Milliseconds since the epoch; truncated to seconds in the token. Now by default. */
  issuedTime?: number;
  /** Milliseconds since the epoch; truncated to seconds in the token. */
  expiresTime: number;
  issuer?: string;
  audience?: string;
  claims?: Record<string, unknown>;
}

interface SignedPayload {
  ring: string;
  keyId: string;
  payload: JWTPayload;
}

/** How many tokens are cached; a token is about a kilobyte. */
const rememberedTokens = 5_000;

/** Signs and verifies JSON Web Tokens (RFC 7519). It does not check the session of a token. */
export class TokenService {
  /** A valid signature is valid as long as its key, and verifying one costs as much as a small query. */
  private readonly signed = new Map<string, SignedPayload>();

  constructor(readonly keyRings: KeyRingService) {}

  async sign(ring: string, content: TokenContent): Promise<string> {
    const key = await this.keyRings.signingKey(ring);
    const token = new SignJWT({
      ...content.claims,
      typ: content.kind,
      sid: content.sessionId,
    })
      .setProtectedHeader({ alg: key.algorithm, kid: key.keyId, typ: 'JWT' })
      .setJti(randomUUID())
      .setSubject(content.userId)
      .setIssuedAt(Math.floor((content.issuedTime ?? now()) / 1000))
      .setExpirationTime(Math.floor(content.expiresTime / 1000));
    if (content.issuer !== undefined) token.setIssuer(content.issuer);
    if (content.audience !== undefined) token.setAudience(content.audience);
    return token.sign(key.privateKey);
  }

  /** Who issued a token, by its own account: undefined if it does not say, or is no token. Not verified. */
  readIssuer(token: string): string | undefined {
    const known = this.signed.get(token);
    if (known) return known.payload.iss;
    try {
      return decodeJwt(token).iss;
    } catch {
      return undefined;
    }
  }

  /**
   * The content of a token of this ring and one of these kinds; null for anything else: wrong signature, ring,
   * algorithm or kind, or expired. `expired: 'accept'` ignores the expiry.
   */
  async verify(
    ring: string,
    token: string,
    kinds: readonly TokenKind[],
    options: { expired?: 'accept'; issuer?: string } = {},
  ): Promise<VerifiedToken | null> {
    const payload = await this.signedPayload(ring, token);
    if (!payload) return null;
    if (options.issuer !== undefined && payload.iss !== options.issuer) return null;
    const verified = this.content(payload, kinds);
    const isExpired = verified !== null && verified.expiresTime <= now();
    return isExpired && options.expired !== 'accept' ? null : verified;
  }

  /** The content of a token, whatever its age, if a key of this ring has signed it; otherwise null. */
  private async signedPayload(ring: string, token: string): Promise<JWTPayload | null> {
    const known = this.signed.get(token);
    if (known && known.ring !== ring) return null;
    const keyId = known?.keyId ?? namedKey(token);
    // A failing key lookup is our failure, not that of the token.
    const key = keyId === undefined ? null : await this.keyRings.verificationKey(ring, keyId);
    if (!key) return null;
    if (known) return known.payload;
    const payload = await contentSignedBy(key, token);
    if (payload) this.remember(token, { ring, keyId: key.keyId, payload: Object.freeze(payload) });
    return payload;
  }

  private remember(token: string, signed: SignedPayload): void {
    const [oldest] = this.signed.keys();
    if (this.signed.size >= rememberedTokens && oldest !== undefined) this.signed.delete(oldest);
    this.signed.set(token, signed);
  }

  private content(payload: JWTPayload, kinds: readonly TokenKind[]): VerifiedToken | null {
    const { jti, sub, sid, iat, exp, typ } = payload;
    if (!jti || !sub || typeof sid !== 'string' || iat === undefined || exp === undefined) return null;
    if (!kinds.some((kind) => kind === typ)) return null;
    return {
      tokenId: jti,
      userId: sub,
      sessionId: sid,
      issuedTime: iat * 1000,
      expiresTime: exp * 1000,
      claims: payload,
    };
  }
}

/** The key id in the header of a token; undefined if it has none or is not a token. */
function namedKey(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/** The content of a token if this key has signed it; otherwise null. Does not check its times. */
async function contentSignedBy({ algorithm, publicKey }: RingKey, token: string): Promise<JWTPayload | null> {
  try {
    const options = { algorithms: [algorithm], currentDate: new Date(0) };
    return (await jwtVerify(token, publicKey, options)).payload;
  } catch {
    // The key is fine and nothing is looked up here, so the token is to blame.
    return null;
  }
}

/** An access token and its refresh token, which older clients store and send as one. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

/** The parts of `kc:<access token>:<refresh token>`; null for any other format. Verifies nothing. */
export function parseTokenPair(token: string): TokenPair | null {
  const [, accessToken, refreshToken] = /^kc:([^:]+):([^:]*)$/.exec(token) ?? [];
  return accessToken === undefined || refreshToken === undefined ? null : { accessToken, refreshToken };
}

export const joinedPair = ({ accessToken, refreshToken }: TokenPair): string =>
  `kc:${accessToken}:${refreshToken}`;
