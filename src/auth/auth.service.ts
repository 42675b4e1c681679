import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccountService, NewAccount } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import { now } from '../clock';
import type { Config } from '../config';
import type { Database } from '../database/database';
import { badInput, forbidden, unauthenticated } from '../errors';
import type { Caller, ServerCaller, UserCaller } from './caller';
import { sessionRing } from './key-ring.service';
import type { SessionEntity } from './session.entity';
import type { SessionService } from './session.service';
import type { TokenService } from './token.service';

/** Phone apps of old that never renew their session. */
const longLivedClients = /^(Tidepool|axios|okhttp|Loop)\//;

/** A token of the log-in routes and what it stands for. */
export interface SessionToken {
  token: string;
  userId: string;
  isServer: boolean;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

const noMatch = () => unauthenticated('No user matched the given details');

/** Log-in, sign-up, renewal and log-out at the REST routes and in the graph. */
export class AuthService {
  /** Account id that server tokens carry: no person has it, and it stays the same for this service. */
  readonly serverUserId: string;

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly config: Config,
  ) {
    this.serverUserId = uuidFromName(`${config.SERVICE_NAME} servers`);
  }

  /**
   * Opens an account and its first session in one step. The account is not verified yet, but its first token works,
   * so that the client can write the profile.
   */
  async signUp(account: NewAccount, userAgent: string | undefined): Promise<SessionToken> {
    const user = await this.accounts.prepare(account);
    const session = await this.database.transaction(async (manager) => {
      await this.accounts.insert(manager, user);
      return this.sessions.start(manager, this.passwordSession(user.id, userAgent));
    });
    return this.tokenOf(session);
  }

  /**
   * Checks an e-mail address and password. One answer for a wrong password, an unknown address and an account that
   * cannot log in; only who knows the password learns that the address is not confirmed yet.
   */
  async authenticate(email: string, password: string): Promise<UserEntity> {
    const user = await this.accounts.findByCredentials(email, password);
    if (!user || user.disabledTime !== null || user.roles.includes('brokered')) throw noMatch();
    return user;
  }

  async logIn(email: string, password: string, userAgent: string | undefined): Promise<SessionToken> {
    if (email === '' && password === '') throw badInput('Missing id and/or password');
    const user = await this.authenticate(email, password);
    if (!user.emailVerified) throw forbidden("The user hasn't verified this account yet");
    const session = await this.database.transaction((manager) =>
      this.sessions.start(manager, this.passwordSession(user.id, userAgent)),
    );
    return this.tokenOf(session);
  }

  private passwordSession(userId: string, userAgent: string | undefined) {
    const expiresTime = now() + this.config.LONG_SESSION_TTL * 1000;
    return { userId, kind: 'password' as const, userAgent: userAgent ?? null, expiresTime };
  }

  /**
   * A new token for the caller's session; the old one stays valid until its own end, since requests with it may be
   * under way. An access token of the token service comes back as it is: its client renews it there.
   */
  async renew(caller: UserCaller | ServerCaller): Promise<SessionToken> {
    const { userId, token, expiresTime } = caller;
    if (caller.kind === 'server' || caller.isAccessToken) {
      return { token, userId, isServer: caller.kind === 'server', expiresTime };
    }
    const session = await this.sessions.find(userId, caller.sessionId);
    if (!session) throw unauthenticated();
    await this.database.transaction((manager) => this.sessions.touch(manager, userId, session.id));
    return this.tokenOf(session);
  }

  private async tokenOf(session: SessionEntity): Promise<SessionToken> {
    const { LONG_SESSION_TTL, SESSION_TTL } = this.config;
    const isLongLived = longLivedClients.test(session.userAgent ?? '');
    const lifetime = (isLongLived ? LONG_SESSION_TTL : SESSION_TTL) * 1000;
    const expiresTime = Math.min(now() + lifetime, session.expiresTime ?? Infinity);
    const { userId, id: sessionId } = session;
    const token = await this.tokens.sign(sessionRing, { kind: 'Session', userId, sessionId, expiresTime });
    return { token, userId, isServer: false, expiresTime };
  }

  /**
   * Ends the caller's session. With an access token only that token is given up: the person stays logged in to the
   * realm, whose own log-out ends the session. Callers without a valid token have nothing to end.
   */
  async logOut(caller: Caller): Promise<void> {
    if (caller.kind === 'anonymous') return;
    if (caller.isAccessToken && !caller.token.startsWith('kc:')) {
      await this.sessions.revokeToken(caller.userId, caller.tokenId, caller.expiresTime);
    } else {
      await this.sessions.end(caller.userId, caller.sessionId);
    }
  }

  /** A token for a trusted server that knows the shared secret. */
  async logInServer(name: string, secret: string): Promise<SessionToken> {
    if (name === '' || secret === '') throw badInput('Missing id and/or password');
    const expected = this.config.SERVER_SECRET;
    if (expected === undefined || !sameText(secret, expected)) throw unauthenticated('Wrong password');
    const userId = this.serverUserId;
    const expiresTime = now() + this.config.SERVER_TOKEN_TTL * 1000;
    const session = await this.database.transaction((manager) =>
      this.sessions.start(manager, { userId, kind: 'server', clientId: name.slice(0, 255), expiresTime }),
    );
    const token = await this.tokens.sign(sessionRing, {
      kind: 'Server',
      userId,
      sessionId: session.id,
      expiresTime,
      claims: { server_name: name },
    });
    return { token, userId, isServer: true, expiresTime };
  }
}

/** Compares two secrets in a time that tells nothing of where they differ. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** A UUID that always comes out the same for a name (RFC 9562, version 8: our own hash). */
function uuidFromName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
