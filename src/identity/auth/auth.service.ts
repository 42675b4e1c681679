import type { AccountService } from '../accounts/account.service';
import type { NewAccount } from '../accounts/new-account';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/database/database';
import { ApiError, badInput, forbidden, unauthenticated, type ErrorCode } from '../../platform/errors';
import type { SharingService } from '../sharing/sharing.service';
import type { Throttles } from '../../platform/throttle/throttles';
import type { Caller, Origin, ServerCaller, UserCaller } from '../caller';
import { sessionRing } from './key-ring.service';
import type { SessionEntity } from './session.entity';
import { sameText } from './same-text';
import type { SessionService } from './session.service';
import type { TokenService } from './token.service';
import { uuidFromName } from '../../platform/uuid-from-name';

/** Legacy phone apps that never renew their session. */
const longLivedClients = /^(Tidepool|axios|okhttp|Loop)\//;

/** A token of the log-in routes and its session. */
export interface SessionToken {
  token: string;
  userId: string;
  isServer: boolean;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

export interface LogInCredentials {
  email: string;
  password: string;
  /** Key of clients that need long-lived tokens. */
  longTermKey?: string;
}

const isRefusal =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.code === code;

const noMatch = () => unauthenticated('No user matched the given details');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  sessions: SessionService;
  tokens: TokenService;
  throttles: Throttles;
  audit: AuditService;
  sharing: SharingService;
}

/** Log-in, sign-up, renewal and log-out, for the REST routes and the graph. */
export class AuthService {
  /** Account id in server tokens: no person has it, and it never changes. */
  readonly serverUserId: string;

  constructor(
    private readonly parts: Parts,
    private readonly config: Config,
  ) {
    this.serverUserId = uuidFromName(`${config.SERVICE_NAME} servers`);
  }

  /**
   * Creates an account and its first session in one step. The account is not verified yet, but its first token
   * works, so that the client can write the profile; its session ends when the address is confirmed. Throws a
   * conflict when the address has an account, and after too many of them an error that reveals nothing.
   */
  async signUp(account: NewAccount, { address, userAgent }: Origin): Promise<SessionToken> {
    const user = await this.parts.accounts.prepare(account);
    const demoPatientId = await this.demoPatientFor(user);
    const open = () =>
      this.parts.database.transaction(async (manager) => {
        await this.parts.accounts.insert(manager, user);
        if (demoPatientId !== undefined)
          await this.parts.sharing.add(manager, demoPatientId, user.id, ['view']);
        const begin = this.passwordSession(user.id, userAgent);
        return this.parts.sessions.start(manager, {
          ...begin,
          kind: user.emailVerified ? 'password' : 'signUp',
        });
      });
    const subject = { of: account.username, from: address };
    const { signUp, knownAddress } = this.parts.throttles;
    const attempt = () => signUp.attempt(subject, open, isRefusal('CONFLICT'));
    return this.signToken(await knownAddress.attempt({ address }, attempt));
  }

  /** The demo account that every legacy clinic may view from the start, if configured. */
  private async demoPatientFor({ roles }: UserEntity): Promise<string | undefined> {
    const patientId = this.config.DEMO_PATIENT_ID;
    if (patientId === '' || !roles.includes('clinic')) return undefined;
    const [patient] = await this.parts.accounts.findMany([patientId]);
    return patient?.id;
  }

  /**
   * Checks an email address and password. The error is the same for a wrong password, an unknown address and an
   * account that never logs in here. It does not check whether the account is confirmed or disabled. Failed attempts
   * are throttled by network, across all ways to log in, per address and in total.
   *
   * @param address IP address of the caller
   */
  async authenticate(email: string, password: string, address: string): Promise<UserEntity> {
    const check = async () => {
      const user = await this.parts.accounts.findByCredentials(email, password);
      if (user && !user.roles.includes('brokered')) return user;
      this.noteRefusal(await this.parts.accounts.findByEmail(email));
      throw noMatch();
    };
    const { logIn, logInFromNetwork } = this.parts.throttles;
    const attempt = () => logIn.attempt({ of: email, from: address }, check, isRefusal('UNAUTHENTICATED'));
    return logInFromNetwork.attempt({ from: address }, attempt, isRefusal('UNAUTHENTICATED'));
  }

  /** The actor is unknown. The owner of the account may want to know that somebody tried. */
  private noteRefusal(user: UserEntity | null): void {
    if (user) this.parts.audit.record({ subjectId: user.id, kind: 'REFUSED', operation: 'log-in' });
  }

  /**
   * Logs in with an email address and password. An unconfirmed address is only revealed to callers with the right
   * password.
   *
   * @param longTermKey the key for clients that need long-lived tokens, if it is right
   */
  async logIn(
    { email, password, longTermKey }: LogInCredentials,
    { address, userAgent }: Origin,
  ): Promise<SessionToken> {
    if (email === '' && password === '') throw badInput('Missing id and/or password');
    const user = await this.authenticate(email, password, address);
    if (user.disabledTime !== null || !user.emailVerified) this.noteRefusal(user);
    if (user.disabledTime !== null) throw noMatch();
    if (!user.emailVerified) throw forbidden("The user hasn't verified this account yet");
    const begin = this.passwordSession(user.id, userAgent, this.isLongTermKey(longTermKey));
    const session = await this.parts.database.transaction(async (manager) => {
      if (!(await this.parts.accounts.lockForLogIn(manager, user))) throw noMatch();
      return this.parts.sessions.start(manager, begin);
    });
    return this.signToken(session);
  }

  private isLongTermKey(key: string | undefined): boolean {
    const expected = this.config.LONG_TERM_KEY;
    return key !== undefined && expected !== undefined && sameText(key, expected);
  }

  private passwordSession(userId: string, userAgent: string | undefined, hasLongTermKey = false) {
    return {
      userId,
      kind: 'password' as const,
      userAgent: userAgent ?? null,
      expiresTime: now() + this.config.LONG_SESSION_TTL * 1000,
      longLived: hasLongTermKey || longLivedClients.test(userAgent ?? ''),
    };
  }

  /**
   * Issues a new token for the caller's session. The old one stays valid until it expires, because requests with it
   * may be in progress. An access token of the token service is returned unchanged: its client renews it there.
   */
  async renew(caller: UserCaller | ServerCaller): Promise<SessionToken> {
    const { userId, token, expiresTime } = caller;
    if (caller.kind === 'server' || caller.isAccessToken) {
      return { token, userId, isServer: caller.kind === 'server', expiresTime };
    }
    const session = await this.parts.sessions.find(userId, caller.sessionId);
    if (!session) throw unauthenticated();
    await this.parts.database.transaction((manager) =>
      this.parts.sessions.touch(manager, userId, session.id),
    );
    this.parts.audit.record({ subjectId: userId, actorId: userId, kind: 'TOKEN', operation: 'renewal' });
    return this.signToken(session);
  }

  private async signToken(session: SessionEntity): Promise<SessionToken> {
    const { LONG_SESSION_TTL, SESSION_TTL } = this.config;
    const lifetime = (session.longLived ? LONG_SESSION_TTL : SESSION_TTL) * 1000;
    const expiresTime = Math.min(now() + lifetime, session.expiresTime ?? Infinity);
    const { userId, id: sessionId } = session;
    const token = await this.parts.tokens.sign(sessionRing, {
      kind: 'Session',
      userId,
      sessionId,
      expiresTime,
    });
    return { token, userId, isServer: false, expiresTime };
  }

  /**
   * Ends the caller's session. With an access token, even in an invalid pair, only that token is revoked: the person
   * stays logged in to the realm, whose own log-out ends the session. Callers without a valid token have nothing to end.
   */
  async logOut(caller: Caller): Promise<void> {
    if (caller.kind === 'anonymous') return;
    if (caller.isAccessToken) {
      await this.parts.sessions.revokeToken(caller);
    } else {
      await this.parts.sessions.end(caller.userId, caller.sessionId);
    }
  }

  /**
   * Issues a token for a trusted server with the shared secret. Attempts count per name and network, together with
   * those at the token endpoint. Because names can be made up, they also count per network, except for a server that
   * has recently logged in from there. A long secret is never throttled when it is right.
   */
  async logInServer(name: string, secret: string, { address }: Origin): Promise<SessionToken> {
    if (name === '' || secret === '') throw badInput('Missing id and/or password');
    const expected = this.config.SERVER_SECRET;
    const check = async () => {
      if (expected === undefined || !sameText(secret, expected)) throw unauthenticated('Wrong password');
    };
    const { clientSecret, serverFromNetwork, knownServer } = this.parts.throttles;
    const server = { of: name, from: address };
    const isWrong = isRefusal('UNAUTHENTICATED');
    const attempt = () => clientSecret.attempt(server, [secret], check, isWrong);
    if (await knownServer.hasCounted(server)) await attempt();
    else await serverFromNetwork.attempt({ from: address }, [secret], attempt, isWrong);
    await knownServer.count(server);
    const userId = this.serverUserId;
    const expiresTime = now() + this.config.SERVER_TOKEN_TTL * 1000;
    const session = await this.parts.database.transaction((manager) =>
      this.parts.sessions.start(manager, {
        userId,
        kind: 'server',
        clientId: name.slice(0, 255),
        expiresTime,
      }),
    );
    const token = await this.parts.tokens.sign(sessionRing, {
      kind: 'Server',
      userId,
      sessionId: session.id,
      expiresTime,
      claims: { server_name: name },
    });
    return { token, userId, isServer: true, expiresTime };
  }
}
