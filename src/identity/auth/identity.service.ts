import { nobody, refusedCaller, type Caller } from '../caller';
import { sameText } from './same-text';
import { realmRing, sessionRing } from './key-ring.service';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ServerClients } from './ports';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { SessionService } from './session.service';
import { parseTokenPair, type TokenService, type VerifiedToken } from './token.service';

/** Role in an access token that marks a trusted server. */
export const serverRole = 'backend_service';

/** The credentials of a request. */
export interface Credentials {
  /** Values of the session-token headers, as sent. */
  sessionTokens: readonly string[];
  /** The Authorization header, as sent. */
  authorization?: string;
  /** Only on paths that accept restricted tokens. */
  restrictedToken?: RestrictedTokenUse;
}

/** The use of a restricted token. */
export interface RestrictedTokenUse {
  /** All restricted tokens in the URL. */
  ids: readonly string[];
  /** Path of the request as sent, including escapes, and other paths whose tokens are accepted for it. */
  paths: readonly string[];
}

interface Settings {
  realms: readonly string[];
  readIssuer: (realm: string) => string;
  /** The token with which servers can report metrics. */
  metricsToken?: string;
}

/** The caller of a request. */
export interface Identified {
  caller: Caller;
  /** The account of the caller, which was read together with their session. */
  account?: UserEntity | null;
}

/** Dependencies of the class below. */
interface Parts {
  tokens: TokenService;
  sessions: SessionService;
  restrictedTokens: RestrictedTokenService;
  accounts: AccountService;
  serverClients: ServerClients;
}

/**
 * Determines the caller from the credentials of a request. An invalid credential is never ignored in favor of
 * another one.
 */
export class IdentityService {
  private readonly realmOfIssuer: Map<string, string>;

  constructor(
    private readonly parts: Parts,
    private readonly settings: Settings,
  ) {
    const { realms, readIssuer: issuerOf } = settings;
    this.realmOfIssuer = new Map(realms.map((realm) => [issuerOf(realm), realm]));
  }

  /**
   * Session headers take precedence over `Authorization: Bearer`, and both over a restricted token. Two different
   * session tokens count as none.
   */
  async identify({ sessionTokens, authorization, restrictedToken }: Credentials): Promise<Identified> {
    const sent = new Set(sessionTokens.filter((token) => token !== ''));
    if (sent.size > 1) return { caller: refusedCaller };
    const [token] = sent;
    if (token !== undefined) return (await this.identifyCaller(token)) ?? this.refusal(token);
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return (await this.identifyCaller(bearer)) ?? this.refusal(bearer);
    if (!restrictedToken || restrictedToken.ids.length === 0) return { caller: nobody };
    return (await this.callerOfRestricted(restrictedToken)) ?? { caller: refusedCaller };
  }

  private refusal(token: string): Identified {
    if (parseTokenPair(token)) return { caller: { ...refusedCaller, pair: token } };
    const { metricsToken } = this.settings;
    const reportsMetrics = metricsToken !== undefined && sameText(token, metricsToken);
    return { caller: reportsMetrics ? { ...refusedCaller, reportsMetrics } : refusedCaller };
  }

  /** The account of a restricted token. Null if it is not valid for any of the paths, or is not the only one. */
  private async callerOfRestricted({ ids, paths }: RestrictedTokenUse): Promise<Identified | null> {
    const [id] = ids;
    if (id === undefined || ids.length > 1) return null;
    const token = await this.parts.restrictedTokens.findUsable(id, paths);
    const [user] = token ? await this.parts.accounts.findMany([token.userId]) : [];
    if (!token || !user || user.disabledTime !== null) return null;
    const { userId, createdTime: issuedTime, expirationTime: expiresTime } = token;
    const times = { issuedTime, expiresTime };
    const holder = { userId, token: id, tokenId: id, sessionId: '', ...times, isAccessToken: false };
    return { caller: { kind: 'user', ...holder }, account: user };
  }

  /**
   * The caller behind a token: a token of the log-in routes, a server token, an access token of any served realm, or
   * the pair `kc:<access token>:<refresh token>` of older clients. Null if it is not accepted.
   */
  async identifyCaller(token: string): Promise<Identified | null> {
    const verified = await this.verify(parseTokenPair(token)?.accessToken ?? token);
    if (!verified) return null;
    const { isAlive, account } = await this.parts.sessions.checkToken(verified);
    const caller = this.caller(token, verified);
    return isAlive && !this.isFormerServer(caller) ? { caller, account } : null;
  }

  /** A client that is a trusted server no longer may still have a token of that time. */
  private isFormerServer(caller: Caller): boolean {
    if (caller.kind !== 'server' || !caller.isAccessToken) return false;
    return !this.parts.serverClients.isServer(caller.serverName);
  }

  private verify(token: string): Promise<VerifiedToken | null> {
    // Only selects the key ring that must verify it.
    const issuer = this.parts.tokens.readIssuer(token);
    if (issuer === undefined) return this.parts.tokens.verify(sessionRing, token, ['Session', 'Server']);
    const realm = this.realmOfIssuer.get(issuer);
    if (realm === undefined) return Promise.resolve(null);
    return this.parts.tokens.verify(realmRing(realm), token, ['Bearer'], { issuer });
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
