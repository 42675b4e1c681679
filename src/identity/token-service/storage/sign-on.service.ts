import type { EntityManager } from 'typeorm';
import type { SessionEntity } from '../../auth/session.entity';
import type { SessionService } from '../../auth/session.service';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { Lifetimes, SignOnLimits } from '../lifetimes';
import type { Realm } from '../realm';
import { digestSecret, newSecret } from '../secrets';
import { BrowserSignOnEntity } from './browser-sign-on.entity';

/** A signed-on browser with an active session. */
export interface SignOn {
  userId: string;
  sessionId: string;
  authTime: number;
  rememberMe: boolean;
  /** External provider that authenticated the person. */
  identityProvider: string | null;
  /** The stored form of the browser's cookie. */
  secretDigest: string;
}

/** The result of a log-in for the browser. */
export interface NewSignOn {
  sessionId: string;
  /** The value of its cookie. */
  secret: string;
  /** Seconds that the cookie is kept; if undefined, until the browser is closed. */
  maxAgeSeconds?: number;
}

interface LogIn {
  realm: Realm;
  userId: string;
  clientId: string;
  userAgent?: string;
  authTime: number;
  rememberMe: boolean;
  /** External provider that authenticated the person. */
  identityProvider?: string | null;
}

/** Single sign-on: which browser is logged in as whom. */
export class SignOnService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionService,
    private readonly lifetimes: Lifetimes,
  ) {}

  /** The sign-on behind the cookie of a browser, or null if its session is over. */
  async find(realm: Realm, secret: string | undefined): Promise<SignOn | null> {
    if (secret === undefined) return null;
    const secretDigest = digestSecret(secret);
    const found = await this.database.reader.findOneBy(BrowserSignOnEntity, {
      secretDigest,
      realm: realm.name,
    });
    if (!found) return null;
    const session = await this.sessions.find(found.userId, found.sessionId);
    if (!session || !this.sessions.isAlive(session)) return null;
    const { userId, sessionId, authTime, rememberMe } = found;
    const { identityProvider } = session;
    return { userId, sessionId, authTime, rememberMe, identityProvider, secretDigest };
  }

  /**
   * Signs a browser on after authentication. Its cookie is always a new one. An existing session of the same person
   * continues, as long as a new one would, so that the clients that share it stay logged in; that of somebody else ends.
   */
  async begin(manager: EntityManager, logIn: LogIn, previous: SignOn | null): Promise<NewSignOn> {
    const goesOn = previous?.userId === logIn.userId;
    if (previous) {
      await manager.delete(BrowserSignOnEntity, { secretDigest: previous.secretDigest });
      if (!goesOn) await this.sessions.endWithin(manager, previous.userId, previous.sessionId);
    }
    if (goesOn) await this.extendSession(manager, logIn, previous);
    const sessionId = goesOn ? previous.sessionId : (await this.startSession(manager, logIn)).id;
    const { rememberMe } = logIn;
    const { maximum } = this.limits(rememberMe);
    const secret = newSecret();
    await manager.insert(BrowserSignOnEntity, {
      secretDigest: digestSecret(secret),
      realm: logIn.realm.name,
      userId: logIn.userId,
      sessionId,
      authTime: logIn.authTime,
      rememberMe,
      expiresTime: now() + maximum,
    });
    return { sessionId, secret, ...(rememberMe && { maxAgeSeconds: maximum / 1000 }) };
  }

  /** Steps after a log-in, such as a consent, are no further log-in. */
  private async extendSession(manager: EntityManager, logIn: LogIn, previous: SignOn): Promise<void> {
    const { authTime, rememberMe, identityProvider = null } = logIn;
    if (authTime === previous.authTime) return;
    const session = { userId: previous.userId, id: previous.sessionId };
    const duration = this.duration(rememberMe);
    await this.sessions.logInAgain(manager, session, { authTime, identityProvider, ...duration });
  }

  private duration(rememberMe: boolean): { idleLimit: number; expiresTime: number } {
    const { idle, maximum } = this.limits(rememberMe);
    return { idleLimit: idle, expiresTime: now() + maximum };
  }

  private limits(rememberMe: boolean): SignOnLimits {
    return rememberMe ? this.lifetimes.remembered : this.lifetimes.signOn;
  }

  /** Starts a session of the realm, also for log-ins without a browser. */
  startSession(
    manager: EntityManager,
    logIn: Omit<LogIn, 'authTime'> & { authTime?: number },
  ): Promise<SessionEntity> {
    return this.sessions.start(manager, {
      userId: logIn.userId,
      kind: 'signOn',
      realm: logIn.realm.name,
      clientId: logIn.clientId,
      identityProvider: logIn.identityProvider ?? null,
      userAgent: logIn.userAgent ?? null,
      authTime: logIn.authTime ?? now(),
      ...this.duration(logIn.rememberMe),
    });
  }

  /** Logs a browser out: the session ends, and with it every token of every client in it. */
  async end(signOn: SignOn): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(BrowserSignOnEntity, { secretDigest: signOn.secretDigest });
      await this.sessions.endWithin(manager, signOn.userId, signOn.sessionId);
    });
  }
}
