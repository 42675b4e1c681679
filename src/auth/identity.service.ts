import { decodeJwt } from 'jose';
import { nobody, refusedCaller, type Caller } from './caller';
import { sameText } from './same-text';
import { realmRing, sessionRing } from './key-ring.service';
import type { AccountService } from '../accounts/account.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { SessionService } from './session.service';
import { tokenPairOf, type TokenService, type VerifiedToken } from './token.service';

/** Role of an access token that marks a trusted server. */
export const serverRole = 'backend_service';

/** What a request carries to say who is calling. */
export interface Credentials {
  /** Values of the session-token headers, as sent. */
  sessionTokens: readonly string[];
  /** The Authorization header, as sent. */
  authorization?: string;
  /** Only where the address may carry a restricted token. */
  restrictedToken?: RestrictedTokenUse;
}

/** How a restricted token is used. */
export interface RestrictedTokenUse {
  /** Every token that the address carries. */
  ids: readonly string[];
  /** Path of the request as it was sent, escapes included, and others whose tokens open it, too. */
  paths: readonly string[];
}

interface Settings {
  realms: readonly string[];
  issuerOf: (realm: string) => string;
  /** A token that servers may report metrics with. */
  metricsToken?: string;
}

/** Turns the credentials of a request into a caller. An invalid credential is never rescued by another one. */
export class IdentityService {
  private readonly realmOfIssuer: Map<string, string>;

  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    private readonly restrictedTokens: RestrictedTokenService,
    private readonly accounts: AccountService,
    private readonly settings: Settings,
  ) {
    const { realms, issuerOf } = settings;
    this.realmOfIssuer = new Map(realms.map((realm) => [issuerOf(realm), realm]));
  }

  /**
   * Session headers win over `Authorization: Bearer`, and both over a restricted token; two different session tokens
   * are no token at all.
   */
  async identify({ sessionTokens, authorization, restrictedToken }: Credentials): Promise<Caller> {
    const sent = new Set(sessionTokens.filter((token) => token !== ''));
    if (sent.size > 1) return refusedCaller;
    const [token] = sent;
    if (token !== undefined) return (await this.callerOf(token)) ?? this.refusal(token);
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return (await this.callerOf(bearer)) ?? this.refusal(bearer);
    if (!restrictedToken || restrictedToken.ids.length === 0) return nobody;
    return (await this.callerOfRestricted(restrictedToken)) ?? refusedCaller;
  }

  private refusal(token: string): Caller {
    if (tokenPairOf(token)) return { ...refusedCaller, pair: token };
    const { metricsToken } = this.settings;
    const reportsMetrics = metricsToken !== undefined && sameText(token, metricsToken);
    return reportsMetrics ? { ...refusedCaller, reportsMetrics } : refusedCaller;
  }

  /** The account that a restricted token acts as. Null when it opens none of the paths now, or is not the only one. */
  private async callerOfRestricted({ ids, paths }: RestrictedTokenUse): Promise<Caller | null> {
    const [id] = ids;
    if (id === undefined || ids.length > 1) return null;
    const token = await this.restrictedTokens.findUsable(id, paths);
    const [user] = token ? await this.accounts.findMany([token.userId]) : [];
    if (!token || !user || user.disabledTime !== null) return null;
    const { userId, createdTime: issuedTime, expirationTime: expiresTime } = token;
    const times = { issuedTime, expiresTime };
    return { kind: 'user', userId, token: id, tokenId: id, sessionId: '', ...times, isAccessToken: false };
  }

  /**
   * Who a token stands for: a token of the log-in routes, a server token, an access token of any served realm, or
   * the pair `kc:<access token>:<refresh token>` that older clients keep. Null when it is not accepted.
   */
  async callerOf(token: string): Promise<Caller | null> {
    const verified = await this.verify(tokenPairOf(token)?.accessToken ?? token);
    if (!verified) return null;
    return (await this.sessions.isTokenAlive(verified)) ? this.caller(token, verified) : null;
  }

  private verify(token: string): Promise<VerifiedToken | null> {
    const issuer = issuerOf(token);
    if (issuer === undefined) return this.tokens.verify(sessionRing, token, ['Session', 'Server']);
    const realm = this.realmOfIssuer.get(issuer);
    if (realm === undefined) return Promise.resolve(null);
    return this.tokens.verify(realmRing(realm), token, ['Bearer'], { issuer });
  }

  private caller(token: string, verified: VerifiedToken): Caller {
    const { claims, userId, tokenId, sessionId, issuedTime, expiresTime } = verified;
    const { azp, identity_provider: provider } = claims;
    const clientId = typeof azp === 'string' ? azp : undefined;
    const identityProvider = typeof provider === 'string' ? provider : undefined;
    const isAccessToken = claims.typ === 'Bearer';
    const holder = {
      userId,
      token,
      tokenId,
      sessionId,
      issuedTime,
      expiresTime,
      isAccessToken,
      clientId,
      identityProvider,
    };
    if (claims.typ === 'Server') return { kind: 'server', serverName: String(claims.server_name), ...holder };
    const roles = (claims.realm_access as { roles?: unknown[] } | undefined)?.roles;
    if (isAccessToken && roles?.includes(serverRole))
      return { kind: 'server', serverName: clientId ?? '', ...holder };
    return { kind: 'user', ...holder };
  }
}

/** The unverified issuer of a token, only to find the ring that it has to verify in. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
