import { IsNull, type EntityManager } from 'typeorm';
import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import { newRecordId } from '../../../platform/ids';
import type { AuthorizationRequest } from '../authorize/authorization-request';
import type { Realm } from '../realm';
import { digestSecret } from '../secrets';
import { LogInAttemptEntity, type UnlinkedIdentity } from './log-in-attempt.entity';

/** An already signed-on browser. */
interface GoingOn {
  userId: string;
  sessionId: string;
  authTime: number;
  rememberMe: boolean;
  identityProvider: string | null;
}

/** A person who has just authenticated. */
export interface Proof {
  /** As read for the password check. */
  user: UserEntity;
  rememberMe: boolean;
  identityProvider?: string | null;
}

/** Log-ins in progress. An attempt belongs to one browser and can be finished once. */
export class LogInAttemptService {
  /** @param lifetime milliseconds that a log-in may take from the first page to the code */
  constructor(
    private readonly database: Database,
    private readonly lifetime: number,
  ) {}

  /** Starts an attempt of the browser with this secret; `goingOn` is set if the person is already logged in. */
  async begin(realm: Realm, browserSecret: string, request: AuthorizationRequest, goingOn?: GoingOn) {
    const attempt = Object.assign(new LogInAttemptEntity(), {
      id: newRecordId(),
      realm: realm.name,
      browserDigest: digestSecret(browserSecret),
      request,
      userId: goingOn?.userId ?? null,
      sessionId: goingOn?.sessionId ?? null,
      identityProvider: goingOn?.identityProvider ?? null,
      unlinkedIdentity: null,
      launchedPatient: null,
      authTime: goingOn?.authTime ?? null,
      logInRound: 0,
      rememberMe: goingOn?.rememberMe ?? false,
      expiresTime: now() + this.lifetime,
      finishedTime: null,
    });
    await this.database.transaction((manager) => manager.insert(LogInAttemptEntity, attempt));
    return attempt;
  }

  /** The attempt with this id, of any browser, even if it is over. Null if it does not exist, or no longer. */
  async find(realm: Realm, id: string): Promise<LogInAttemptEntity | null> {
    const found = await this.database.reader.findOneBy(LogInAttemptEntity, { id });
    return found?.realm === realm.name ? found : null;
  }

  /** Whether an attempt can continue in the browser with this secret. */
  isOpen(attempt: LogInAttemptEntity, browserSecret: string | undefined): boolean {
    if (attempt.finishedTime !== null || attempt.expiresTime <= now()) return false;
    return browserSecret !== undefined && attempt.browserDigest === digestSecret(browserSecret);
  }

  /**
   * Whether all log-ins of the account were ended since the person entered the password, which must then be entered
   * again.
   */
  isVoid({ sessionId, logInRound }: LogInAttemptEntity, user: UserEntity): boolean {
    return sessionId === null && logInRound !== user.logInRound;
  }

  /** When an attempt began, in milliseconds since the epoch. */
  beginTime({ expiresTime }: LogInAttemptEntity): number {
    return expiresTime - this.lifetime;
  }

  /**
   * Stores who has authenticated. Further steps belong only to the browser with the new secret, whoever knew the old
   * one.
   */
  async identify(
    attempt: LogInAttemptEntity,
    newBrowserSecret: string,
    { user, rememberMe, identityProvider = null }: Proof,
  ): Promise<LogInAttemptEntity> {
    const { id: userId, logInRound } = user;
    const known = { userId, logInRound, authTime: now(), rememberMe, identityProvider };
    const nothingElse = { sessionId: null, unlinkedIdentity: null };
    const set = { ...known, ...nothingElse, browserDigest: digestSecret(newBrowserSecret) };
    await this.database.transaction((manager) => manager.update(LogInAttemptEntity, { id: attempt.id }, set));
    return Object.assign(attempt, set);
  }

  /**
   * Stores the identity from a provider until the owner of an account agrees, for the browser with the new secret.
   */
  async keepIdentity(
    attempt: LogInAttemptEntity,
    newBrowserSecret: string,
    unlinkedIdentity: UnlinkedIdentity,
  ): Promise<void> {
    const set = { unlinkedIdentity, browserDigest: digestSecret(newBrowserSecret) };
    await this.database.transaction((manager) => manager.update(LogInAttemptEntity, { id: attempt.id }, set));
  }

  /** Records the mail to the owner of an account. `effect` is committed with it. */
  async keepMailKey(
    attempt: LogInAttemptEntity,
    identity: ExternalIdentity,
    mailKeyDigest: string,
    effect: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const unlinkedIdentity = { ...identity, mailKeyDigest };
    await this.database.transaction(async (manager) => {
      await manager.update(LogInAttemptEntity, { id: attempt.id }, { unlinkedIdentity });
      await effect(manager);
    });
  }

  /** Stores the patient open in an EHR until the log-in is finished. */
  async keepPatient(attempt: LogInAttemptEntity, launchedPatient: LaunchedPatient | null): Promise<void> {
    await this.database.transaction((manager) =>
      manager.update(LogInAttemptEntity, { id: attempt.id }, { launchedPatient }),
    );
    Object.assign(attempt, { launchedPatient });
  }

  /**
   * Finishes an attempt. Returns false if another request was faster. The authorization request is kept for a while,
   * without personal data.
   */
  async finish(manager: EntityManager, id: string): Promise<boolean> {
    const nobody = { userId: null, sessionId: null, unlinkedIdentity: null, launchedPatient: null };
    const open = { id, finishedTime: IsNull() };
    const { affected } = await manager.update(LogInAttemptEntity, open, { ...nobody, finishedTime: now() });
    return affected === 1;
  }
}
