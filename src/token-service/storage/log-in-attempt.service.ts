import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import { newRecordId } from '../../ids';
import type { AuthorizationRequest } from '../authorize/authorization-request';
import { attemptLifetime } from '../lifetimes';
import type { Realm } from '../realm';
import { digestOf } from '../secrets';
import { LogInAttemptEntity } from './log-in-attempt.entity';

interface Proof {
  userId: string;
  sessionId?: string;
  authTime: number;
  rememberMe: boolean;
}

/** Log-ins under way. An attempt belongs to one browser and can be finished once. */
export class LogInAttemptService {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt of the browser with this secret; `proof` is given when the person is already logged in. Attempts
   * that nobody has finished in time go on this occasion.
   */
  async begin(realm: Realm, browserSecret: string, request: AuthorizationRequest, proof?: Proof) {
    const attempt = Object.assign(new LogInAttemptEntity(), {
      id: newRecordId(),
      realm: realm.name,
      browserDigest: digestOf(browserSecret),
      request,
      userId: proof?.userId ?? null,
      sessionId: proof?.sessionId ?? null,
      authTime: proof?.authTime ?? null,
      rememberMe: proof?.rememberMe ?? false,
      expiresTime: now() + attemptLifetime,
    });
    await this.database.transaction(async (manager) => {
      await manager.delete(LogInAttemptEntity, { expiresTime: LessThanOrEqual(now()) });
      await manager.insert(LogInAttemptEntity, attempt);
    });
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
    const { userId, authTime, rememberMe } = proof;
    const set = { userId, authTime, rememberMe, sessionId: proof.sessionId ?? null };
    await this.database.transaction((manager) => manager.update(LogInAttemptEntity, { id: attempt.id }, set));
    return Object.assign(attempt, set);
  }

  /** Takes an attempt away. False when somebody else was faster. */
  async consume(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager.delete(LogInAttemptEntity, { id });
    return affected === 1;
  }
}
