import { LessThanOrEqual } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { deleteInBatches } from '../database/delete-in-batches';
import type { KeyRingService } from './key-ring.service';
import { RevokedTokenEntity } from './revoked-token.entity';
import { SessionEntity } from './session.entity';

const day = 24 * 3_600_000;

/** Deletes sessions and what belongs to them once nobody can use or ask for them any more. */
export class AuthPurgeService {
  constructor(
    private readonly database: Database,
    private readonly keyRings: KeyRingService,
    /** Longest gap between two refreshes of an offline session, in milliseconds. */
    private readonly offlineIdle: number,
  ) {}

  /** What ended a day ago goes; a clock that is a little off harms nobody then. */
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
