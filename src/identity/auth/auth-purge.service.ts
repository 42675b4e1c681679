import { LessThanOrEqual } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import type { KeyRingService } from './key-ring.service';
import { RevokedTokenEntity } from './revoked-token.entity';
import { SessionEntity } from './session.entity';

const day = 24 * 3_600_000;

/** Deletes expired sessions and related rows. */
export class AuthPurgeService {
  constructor(
    private readonly database: Database,
    private readonly keyRings: KeyRingService,
    /** Idle timeout of an offline session, in milliseconds. */
    private readonly offlineIdle: number,
  ) {}

  /** Rows are deleted a day after they expired, to tolerate clock differences. */
  async purge(isStopped: () => boolean): Promise<void> {
    const time = now();
    const ago = LessThanOrEqual(time - day);
    await deleteInBatches(this.database, SessionEntity, { endedTime: ago }, isStopped);
    await deleteInBatches(this.database, SessionEntity, { expiresTime: ago }, isStopped);
    const unused = { kind: 'offline' as const, lastUsedTime: LessThanOrEqual(time - this.offlineIdle - day) };
    await deleteInBatches(this.database, SessionEntity, unused, isStopped);
    await deleteInBatches(this.database, RevokedTokenEntity, { expiresTime: ago }, isStopped);
    await this.keyRings.purge();
  }
}
