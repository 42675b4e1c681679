import { LessThanOrEqual } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { deleteInBatches } from '../../../platform/database/delete-in-batches';
import { AuthorizationCodeEntity } from './authorization-code.entity';
import { BrowserSignOnEntity } from './browser-sign-on.entity';
import { GrantEntity } from './grant.entity';
import { IssuedAccessTokenEntity } from './issued-access-token.entity';
import { LaunchedPatientEntity } from './launched-patient.entity';
import { LogInAttemptEntity } from './log-in-attempt.entity';

const day = 24 * 3_600_000;
const batchSize = 500;

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

  private async purgeGrantsOfPurgedSessions(isStopped: () => boolean): Promise<void> {
    for (;;) {
      const grants = await this.database.reader
        .createQueryBuilder(GrantEntity, 'g')
        .where('NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = g.userId AND s.id = g.sessionId)')
        .take(batchSize)
        .getMany();
      if (grants.length > 0) await this.database.transaction((manager) => manager.remove(grants));
      if (grants.length < batchSize || isStopped()) return;
    }
  }

  private async purgePatientsOfPastSessions(isStopped: () => boolean): Promise<void> {
    for (;;) {
      const patients = await this.database.reader
        .createQueryBuilder(LaunchedPatientEntity, 'p')
        .where(
          `NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = p.user_id AND s.id = p.session_id
            AND s.ended_time IS NULL AND (s.expires_time IS NULL OR s.expires_time > :time))`,
          { time: now() },
        )
        .take(batchSize)
        .getMany();
      if (patients.length > 0) await this.database.transaction((manager) => manager.remove(patients));
      if (patients.length < batchSize || isStopped()) return;
    }
  }
}
