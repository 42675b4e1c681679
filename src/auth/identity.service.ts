import { decodeJwt } from 'jose';
import { nobody, refusedCaller, type Caller } from './caller';
import { realmRing, sessionRing } from './key-ring.service';
import type { SessionService } from './session.service';
import type { TokenService, VerifiedToken } from './token.service';

/** Role of an access token that marks a trusted server. */
export const serverRole = 'backend_service';

/** What a request carries to say who is calling. */
export interface Credentials {
  /** Values of the session-token headers, as sent. */
  sessionTokens: readonly string[];
  /** The Authorization header, as sent. */
  authorization?: string;
}

interface Realms {
  realms: readonly string[];
  issuerOf: (realm: string) => string;
}

/** Turns the credentials of a request into a caller. An invalid credential is never rescued by another one. */
export class IdentityService {
  private readonly realmOfIssuer: Map<string, string>;

  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    { realms, issuerOf }: Realms,
  ) {
    this.realmOfIssuer = new Map(realms.map((realm) => [issuerOf(realm), realm]));
  }

  /** Session headers win over `Authorization: Bearer`; two different session tokens are no token at all. */
  async identify({ sessionTokens, authorization }: Credentials): Promise<Caller> {
    const sent = new Set(sessionTokens.filter((token) => token !== ''));
    if (sent.size > 1) return refusedCaller;
    const [token] = sent;
    if (token !== undefined) return (await this.callerOf(token)) ?? refusedCaller;
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer === undefined) return nobody;
    return (await this.callerOf(bearer)) ?? refusedCaller;
  }

  /**
   * Who a token stands for: a token of the log-in routes, a server token, an access token of any served realm, or
   * the pair `kc:<access token>:<refresh token>` that older clients keep. Null when it is not accepted.
   */
  async callerOf(token: string): Promise<Caller | null> {
    const single = /^kc:([^:]+):/.exec(token)?.[1] ?? token;
    const verified = await this.verify(single);
    if (!verified) return null;
    const alive = await this.sessions.isTokenAlive(verified.userId, verified.sessionId, verified.tokenId);
    return alive ? this.caller(token, verified) : null;
  }

  private verify(token: string): Promise<VerifiedToken | null> {
    const issuer = issuerOf(token);
    if (issuer === undefined) return this.tokens.verify(sessionRing, token, ['Session', 'Server']);
    const realm = this.realmOfIssuer.get(issuer);
    if (realm === undefined) return Promise.resolve(null);
    return this.tokens.verify(realmRing(realm), token, ['Bearer'], { issuer });
  }

  private caller(token: string, verified: VerifiedToken): Caller {
    const { claims, userId, tokenId, sessionId, expiresTime } = verified;
    const clientId = typeof claims.azp === 'string' ? claims.azp : undefined;
    const isAccessToken = claims.typ === 'Bearer';
    const holder = { userId, token, tokenId, sessionId, expiresTime, isAccessToken, clientId };
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
