import type { EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import { newRecordId } from '../../ids';
import type { AuthorizationRequest } from '../authorize/authorization-request';
import type { Realm } from '../realm';
import { digestOf } from '../secrets';
import { LogInAttemptEntity, type UnlinkedIdentity } from './log-in-attempt.entity';

interface Proof {
  userId: string;
  sessionId?: string;
  authTime: number;
  rememberMe: boolean;
  identityProvider?: string | null;
}

/** Log-ins under way. An attempt belongs to one browser and can be finished once. */
export class LogInAttemptService {
  /** @param lifetime milliseconds that a log-in may take from the first page to the code */
  constructor(
    private readonly database: Database,
    private readonly lifetime: number,
  ) {}

  /**
   * Begins an attempt of the browser with this secret; `proof` is given when the person is already logged in.
   */
  async begin(realm: Realm, browserSecret: string, request: AuthorizationRequest, proof?: Proof) {
    const attempt = Object.assign(new LogInAttemptEntity(), {
      id: newRecordId(),
      realm: realm.name,
      browserDigest: digestOf(browserSecret),
      request,
      userId: proof?.userId ?? null,
      sessionId: proof?.sessionId ?? null,
      identityProvider: proof?.identityProvider ?? null,
      unlinkedIdentity: null,
      launchedPatient: null,
      authTime: proof?.authTime ?? null,
      rememberMe: proof?.rememberMe ?? false,
      expiresTime: now() + this.lifetime,
    });
    await this.database.transaction((manager) => manager.insert(LogInAttemptEntity, attempt));
    return attempt;
  }

  /** The attempt with this id if it belongs to the browser with this secret and is not too old. */
  async find(realm: Realm, id: string, browserSecret: string): Promise<LogInAttemptEntity | null> {
    const found = await this.database.reader.findOneBy(LogInAttemptEntity, { id });
    if (!found || found.realm !== realm.name || found.expiresTime <= now()) return null;
    return found.browserDigest === digestOf(browserSecret) ? found : null;
  }

  /** Keeps who has shown the right password. Steps may still be open. */
  async identify(attempt: LogInAttemptEntity, proof: Proof): Promise<LogInAttemptEntity> {
    const { userId, authTime, rememberMe, sessionId = null, identityProvider = null } = proof;
    const set = { userId, authTime, rememberMe, sessionId, identityProvider, unlinkedIdentity: null };
    await this.database.transaction((manager) => manager.update(LogInAttemptEntity, { id: attempt.id }, set));
    return Object.assign(attempt, set);
  }

  /** Keeps whom a provider has confirmed until the owner of an account agrees. `effect` is committed along with it. */
  async keepIdentity(
    attempt: LogInAttemptEntity,
    unlinkedIdentity: UnlinkedIdentity,
    effect?: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.update(LogInAttemptEntity, { id: attempt.id }, { unlinkedIdentity });
      await effect?.(manager);
    });
  }

  /** Keeps whom the person has open in a records system until the log-in is finished. */
  async keepPatient(attempt: LogInAttemptEntity, launchedPatient: LaunchedPatient | null): Promise<void> {
    await this.database.transaction((manager) =>
      manager.update(LogInAttemptEntity, { id: attempt.id }, { launchedPatient }),
    );
    Object.assign(attempt, { launchedPatient });
  }

  /** Takes an attempt away. False when somebody else was faster. */
  async consume(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager.delete(LogInAttemptEntity, { id });
    return affected === 1;
  }
}
