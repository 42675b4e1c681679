import type { AccountService, NewAccount } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService } from '../audit/audit.service';
import { now } from '../clock';
import type { Config } from '../config';
import type { Database } from '../database/database';
import { ApiError, badInput, forbidden, unauthenticated, type ErrorCode } from '../errors';
import type { SharingService } from '../sharing/sharing.service';
import type { Throttles } from '../throttle/throttles';
import type { Caller, Origin, ServerCaller, UserCaller } from './caller';
import { sessionRing } from './key-ring.service';
import type { SessionEntity } from './session.entity';
import { sameText } from './same-text';
import type { SessionService } from './session.service';
import { tokenPairOf, type TokenService } from './token.service';
import { uuidFromName } from './uuid-from-name';

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

export interface LogInCredentials {
  email: string;
  password: string;
  /** What a client shows whose tokens are to live for long. */
  longTermKey?: string;
}

const isRefusal =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.code === code;

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
    private readonly throttles: Throttles,
    private readonly audit: AuditService,
    private readonly sharing: SharingService,
    private readonly config: Config,
  ) {
    this.serverUserId = uuidFromName(`${config.SERVICE_NAME} servers`);
  }

  /**
   * Opens an account and its first session in one step. The account is not verified yet, but its first token works,
   * so that the client can write the profile; its session ends when the address is confirmed. Throws a conflict when the address has an account, and after too many
   * of them something that tells nothing.
   */
  async signUp(account: NewAccount, { address, userAgent }: Origin): Promise<SessionToken> {
    const user = await this.accounts.prepare(account);
    const demoPatientId = await this.demoPatientFor(user);
    const open = () =>
      this.database.transaction(async (manager) => {
        await this.accounts.insert(manager, user);
        if (demoPatientId !== undefined) await this.sharing.add(manager, demoPatientId, user.id, ['view']);
        const begin = this.passwordSession(user.id, userAgent);
        return this.sessions.start(manager, { ...begin, kind: user.emailVerified ? 'password' : 'signUp' });
      });
    const subject = { of: account.username, from: address };
    const { signUp, knownAddress } = this.throttles;
    const attempt = () => signUp.attempt(subject, open, isRefusal('CONFLICT'));
    return this.tokenOf(await knownAddress.attempt({ address }, attempt));
  }

  /** The account that every clinic of old may look at from its beginning on, where one is configured. */
  private async demoPatientFor({ roles }: UserEntity): Promise<string | undefined> {
    const patientId = this.config.DEMO_PATIENT_ID;
    if (patientId === '' || !roles.includes('clinic')) return undefined;
    const [patient] = await this.accounts.findMany([patientId]);
    return patient?.id;
  }

  /**
   * Checks an e-mail address and password. One answer for a wrong password, an unknown address and an account that
   * never logs in here; whether the account is confirmed and not disabled is not asked. Who fails too often
   * from one network has to wait, whichever way they log in, with one address or with many.
   *
   * @param address of the computer that asks
   */
  async authenticate(email: string, password: string, address: string): Promise<UserEntity> {
    const check = async () => {
      const user = await this.accounts.findByCredentials(email, password);
      if (user && !user.roles.includes('brokered')) return user;
      this.noteRefusal(await this.accounts.findByEmail(email));
      throw noMatch();
    };
    const { logIn, logInFromNetwork } = this.throttles;
    const attempt = () => logIn.attempt({ of: email, from: address }, check, isRefusal('UNAUTHENTICATED'));
    return logInFromNetwork.attempt({ from: address }, attempt, isRefusal('UNAUTHENTICATED'));
  }

  /** Nobody knows who it was. The owner of the account may want to know that somebody tried. */
  private noteRefusal(user: UserEntity | null): void {
    if (user) this.audit.record({ subjectId: user.id, kind: 'REFUSED', operation: 'log-in' });
  }

  /**
   * Logs in with an e-mail address and password. Only who knows the password learns that the address is not confirmed.
   *
   * @param longTermKey of clients that keep their session for long, if it is the right one
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
    const session = await this.database.transaction(async (manager) => {
      if (!(await this.accounts.lockForLogIn(manager, user))) throw noMatch();
      return this.sessions.start(manager, begin);
    });
    return this.tokenOf(session);
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
    this.audit.record({ subjectId: userId, actorId: userId, kind: 'TOKEN', operation: 'renewal' });
    return this.tokenOf(session);
  }

  private async tokenOf(session: SessionEntity): Promise<SessionToken> {
    const { LONG_SESSION_TTL, SESSION_TTL } = this.config;
    const lifetime = (session.longLived ? LONG_SESSION_TTL : SESSION_TTL) * 1000;
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
    if (caller.isAccessToken && !tokenPairOf(caller.token)) {
      await this.sessions.revokeToken(caller);
    } else {
      await this.sessions.end(caller.userId, caller.sessionId);
    }
  }

  /**
   * A token for a trusted server that knows the shared secret. Guesses count for the name and the network that they come
   * from, together with those at the token endpoint. As names can be made up, they count for the network, too; a server
   * that has logged in from there lately is not held up by that. A long secret that is right is held up by nothing.
   */
  async logInServer(name: string, secret: string, { address }: Origin): Promise<SessionToken> {
    if (name === '' || secret === '') throw badInput('Missing id and/or password');
    const expected = this.config.SERVER_SECRET;
    const check = async () => {
      if (expected === undefined || !sameText(secret, expected)) throw unauthenticated('Wrong password');
    };
    const { clientSecret, serverFromNetwork, knownServer } = this.throttles;
    const server = { of: name, from: address };
    const isWrong = isRefusal('UNAUTHENTICATED');
    const attempt = () => clientSecret.attempt(server, [secret], check, isWrong);
    if (await knownServer.hasCounted(server)) await attempt();
    else await serverFromNetwork.attempt({ from: address }, [secret], attempt, isWrong);
    await knownServer.count(server);
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
