import { LessThanOrEqual, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { deleteFound, deleteInBatches } from '../../../platform/database/delete-in-batches';
import { AuthorizationCodeEntity } from './authorization-code.entity';
import { BrowserSignOnEntity } from './browser-sign-on.entity';
import { GrantEntity } from './grant.entity';
import { IssuedAccessTokenEntity } from './issued-access-token.entity';
import { LaunchedPatientEntity } from './launched-patient.entity';
import { LogInAttemptEntity } from './log-in-attempt.entity';

const day = 24 * 3_600_000;

/** Deletes expired data of the token service. */
export class TokenServicePurge {
  constructor(private readonly database: Database) {}

  /** Codes are kept for a day after they expire, so that a second use is detected. */
  async purge(isStopped: () => boolean): Promise<void> {
    const ago = LessThanOrEqual(now() - day);
    await deleteInBatches(this.database, LogInAttemptEntity, { expiresTime: ago }, isStopped);
    await deleteInBatches(this.database, AuthorizationCodeEntity, { expiresTime: ago }, isStopped);
    await deleteInBatches(this.database, BrowserSignOnEntity, { expiresTime: ago }, isStopped);
    await deleteInBatches(this.database, IssuedAccessTokenEntity, { expiresTime: ago }, isStopped);
    await deleteInBatches(this.database, GrantEntity, { endedTime: ago }, isStopped);
    await this.purgeGrantsOfPurgedSessions(isStopped);
    await this.purgePatientsOfPastSessions(isStopped);
  }

  private purgeGrantsOfPurgedSessions(isStopped: () => boolean): Promise<void> {
    const found = `SELECT g.user_id AS userId, g.id AS id FROM oauth_grants g
      WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = g.user_id AND s.id = g.session_id)`;
    return this.purgeFound(GrantEntity, found, [], isStopped);
  }

  private purgePatientsOfPastSessions(isStopped: () => boolean): Promise<void> {
    const found = `SELECT p.user_id AS userId, p.session_id AS sessionId, p.correlation_id AS correlationId
      FROM launched_patients p
      WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = p.user_id AND s.id = p.session_id
        AND s.ended_time IS NULL AND (s.expires_time IS NULL OR s.expires_time > ?))`;
    return this.purgeFound(LaunchedPatientEntity, found, [now()], isStopped);
  }

  /** All rows of a table are looked at, which would block the event loop on SQLite. */
  private purgeFound<Entity extends ObjectLiteral>(
    entity: EntityTarget<Entity>,
    found: string,
    parameters: unknown[],
    isStopped: () => boolean,
  ): Promise<void> {
    const find = (size: number) =>
      this.database.aside.rows<Partial<Entity>>(`${found} LIMIT ${size}`, parameters);
    return deleteFound(this.database, entity, find, isStopped);
  }
}
