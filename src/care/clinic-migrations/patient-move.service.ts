import { setTimeout as pause } from 'node:timers/promises';
import type { AccountService } from '../../identity/accounts/account.service';
import type { SessionService } from '../../identity/auth/session.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { ApiError } from '../../platform/errors';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ShareEntity } from '../../identity/sharing/share.entity';
import type { SharingService } from '../../identity/sharing/sharing.service';
import type { ClinicService } from '../clinics/clinic.service';
import { lockClinic } from '../clinics/lock-clinic';
import { patientPermissions } from '../patients/patient-permission';
import type { PatientService } from '../patients/patient.service';
import { migrationCompletedMail, patientMovedMail } from './migration-mails';
import { MigrationEntity } from './migration.entity';
import type { MigrationService } from './migration.service';

/** The progress of a round through all patients. */
export interface MoveProgress {
  /** The last processed account; absent at the beginning of a round. */
  after?: string;
  /** Reasons of patients who stayed in this round. */
  reason?: string;
}

/** The outcome of a run. */
export type MoveOutcome =
  | { state: 'done' }
  /** Whether there was not enough time for all patients of the round. */
  | { state: 'interrupted'; progress: MoveProgress }
  /** Whether some patients could not be moved yet. */
  | { state: 'refused'; reason: string };

/** How many patients are moved concurrently. */
const lanes = 4;

/** Milliseconds between patients: at most fifteen a second. */
const pace = Math.ceil(1000 / 15);

/** Returns a function that waits until the next patient may begin. */
function turns(): () => Promise<void> {
  let next = now();
  return async () => {
    const begin = Math.max(next, now());
    next = begin + pace;
    await pause(begin - now());
  };
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  sessions: SessionService;
  sharing: SharingService;
  clinics: ClinicService;
  patients: PatientService;
  migrations: MigrationService;
  outbox: OutboxService;
}

/**
 * Moves the patients of a legacy account to its clinic. Each patient moves in one transaction, which ends their
 * share with the account: after an interruption, the remaining ones continue.
 */
export class PatientMoveService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /**
   * Moves patients, a few concurrently, as long as there is time, starting where the last run of the round ended.
   * Patients who do not meet the clinic's rules stay where they are.
   */
  async run(userId: string, { after, reason }: MoveProgress, signal: AbortSignal): Promise<MoveOutcome> {
    if (!(await this.begin(userId))) return { state: 'done' };
    const [shares = []] = await this.parts.sharing.sharesReceived([userId]);
    const [clinicianName = null] = await this.parts.metadata.displayNames([userId]);
    const progress: MoveProgress = { after, reason };
    const left = shares.filter(({ sharerId }) => sharerId !== userId && sharerId > (after ?? '')).reverse();
    const turn = turns();
    const moveSome = async (): Promise<void> => {
      for (;;) {
        await turn();
        const share = signal.aborted ? undefined : left.pop();
        if (!share) return;
        progress.after = share.sharerId;
        const refusal = await this.move(userId, share, clinicianName);
        await this.parts.migrations.noteStuck(userId, share.sharerId, refusal ?? null);
        progress.reason = refusal ?? progress.reason;
      }
    };
    // Patients in progress finish before the run ends; those after them remain.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, left.length) }, moveSome));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    if (left.length > 0) return { state: 'interrupted', progress };
    await this.parts.migrations.keepStuck(
      userId,
      shares.map(({ sharerId }) => sharerId),
    );
    if (progress.reason !== undefined) return { state: 'refused', reason: progress.reason };
    await this.end(userId);
    return { state: 'done' };
  }

  /**
   * Makes the account a member of a clinic, which requires a new log-in. Returns false if there is nothing to move.
   */
  private begin(userId: string): Promise<boolean> {
    return this.parts.database.transaction(async (manager) => {
      const migration = await this.parts.migrations.lock(manager, userId);
      if (!migration || migration.status === 'COMPLETED') return false;
      if (migration.status === 'RUNNING') return true;
      await this.parts.migrations.note(manager, migration, 'RUNNING');
      await this.parts.accounts.updateWithin(manager, userId, { roles: ['clinician'] });
      await this.parts.sessions.endOthers(manager, userId, null);
      return true;
    });
  }

  /** Moves one patient; returns the reason if the rules of the clinic do not allow it. */
  private async move(
    userId: string,
    { sharerId }: ShareEntity,
    clinicianName: string | null,
  ): Promise<string | undefined> {
    try {
      const [user] = await this.parts.accounts.findMany([sharerId]);
      if (!user) return undefined;
      const ownFacts = await this.parts.patients.facts(sharerId);
      await this.parts.database.transaction(async (manager) => {
        // The share comes first, so that waiting for it blocks no other patient.
        const share = await this.parts.sharing.lock(manager, sharerId, userId);
        const migration = await manager.findOneBy(MigrationEntity, { userId });
        if (migration?.status !== 'RUNNING') return;
        const clinic = await lockClinic(this.parts.database, manager, migration.clinicId);
        const permissions = patientPermissions.filter((name) => share?.permissions.includes(name));
        if (permissions.length === 0) return;
        await this.parts.patients.addWithin(manager, clinic, sharerId, ownFacts, {
          permissions,
          isMigrated: true,
          legacyClinicianId: userId,
        });
        await this.parts.sharing.revoke(manager, sharerId, userId);
        if (user.email === null) return;
        const facts = { webUrl: this.webUrl, to: user.email, clinicName: clinic.name, clinicianName };
        await this.parts.outbox.add(manager, 'mail', patientMovedMail(facts));
      });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return error.message;
      throw error;
    }
    return undefined;
  }

  private async end(userId: string): Promise<void> {
    const [user] = await this.parts.accounts.findMany([userId]);
    await this.parts.database.transaction(async (manager) => {
      const migration = await this.parts.migrations.lock(manager, userId);
      if (migration?.status !== 'RUNNING') return;
      await this.parts.migrations.note(manager, migration, 'COMPLETED');
      const clinicName = await this.parts.clinics.findName(manager, migration.clinicId);
      if (clinicName === null || !user?.email) return;
      const mail = migrationCompletedMail({ webUrl: this.webUrl, to: user.email, clinicName });
      await this.parts.outbox.add(manager, 'mail', mail);
    });
  }
}
