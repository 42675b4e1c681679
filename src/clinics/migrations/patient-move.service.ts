import { setTimeout as pause } from 'node:timers/promises';
import type { AccountService } from '../../accounts/account.service';
import type { SessionService } from '../../auth/session.service';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import { ApiError } from '../../errors';
import type { MetadataService } from '../../metadata/metadata.service';
import type { OutboxService } from '../../outbox/outbox.service';
import type { ShareEntity } from '../../sharing/share.entity';
import type { SharingService } from '../../sharing/sharing.service';
import { ClinicEntity } from '../clinic.entity';
import { lockClinic } from '../lock-clinic';
import { patientPermissions } from '../patient-permission';
import type { PatientService } from '../patient.service';
import { migrationCompletedMail, patientMovedMail } from './migration-mails';
import { MigrationEntity } from './migration.entity';
import type { MigrationService } from './migration.service';

/** How far a round through all patients has come. */
export interface MoveProgress {
  /** The last account that was looked at; absent at the beginning of a round. */
  after?: string;
  /** Why a patient of this round has stayed. */
  reason?: string;
}

/** What has become of a run. */
export type MoveOutcome =
  | { state: 'done' }
  /** There was no time for all patients of the round. */
  | { state: 'interrupted'; progress: MoveProgress }
  /** The clinic may not take some patients yet. */
  | { state: 'refused'; reason: string };

/** How many patients are on their way at once. */
const lanes = 4;

/** Milliseconds from one patient to the next, so that there are fifteen a second at most. */
const pace = Math.ceil(1000 / 15);

/** A function that returns when the next patient may begin. */
function turns(): () => Promise<void> {
  let next = now();
  return async () => {
    const begin = Math.max(next, now());
    next = begin + pace;
    await pause(begin - now());
  };
}

/**
 * Moves the patients of an account of the old kind to its clinic. Each patient moves in one transaction, in which what
 * they have shared with the account ends: whatever is interrupted goes on with those who have not moved yet.
 */
export class PatientMoveService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly sessions: SessionService,
    private readonly sharing: SharingService,
    private readonly patients: PatientService,
    private readonly migrations: MigrationService,
    private readonly outbox: OutboxService,
    private readonly webUrl: string,
  ) {}

  /**
   * Moves patients, a few at once, for as long as there is time, beginning where the last run of the round has ended.
   * Patients whom the clinic may not take stay where they are.
   */
  async run(userId: string, { after, reason }: MoveProgress, signal: AbortSignal): Promise<MoveOutcome> {
    if (!(await this.begin(userId))) return { state: 'done' };
    const [shares = []] = await this.sharing.sharesReceived([userId]);
    const [clinicianName = null] = await this.metadata.displayNames([userId]);
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
        await this.migrations.noteStuck(userId, share.sharerId, refusal ?? null);
        progress.reason = refusal ?? progress.reason;
      }
    };
    // Whoever has begun is through before the run ends: those behind them are the ones who are left.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, left.length) }, moveSome));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    if (left.length > 0) return { state: 'interrupted', progress };
    await this.migrations.keepStuck(
      userId,
      shares.map(({ sharerId }) => sharerId),
    );
    if (progress.reason !== undefined) return { state: 'refused', reason: progress.reason };
    await this.end(userId);
    return { state: 'done' };
  }

  /** The account works in a clinic from now on, and logs in anew. False when there is nothing to move. */
  private begin(userId: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const migration = await this.migrations.lock(manager, userId);
      if (!migration || migration.status === 'COMPLETED') return false;
      if (migration.status === 'RUNNING') return true;
      await this.migrations.note(manager, migration, 'RUNNING');
      await this.accounts.updateWithin(manager, userId, { roles: ['clinician'] });
      await this.sessions.endOthers(manager, userId, null);
      return true;
    });
  }

  /** Moves one patient; returns why not when the rules of the clinic do not allow it. */
  private async move(
    userId: string,
    { sharerId }: ShareEntity,
    clinicianName: string | null,
  ): Promise<string | undefined> {
    try {
      const [user] = await this.accounts.findMany([sharerId]);
      if (!user) return undefined;
      const told = await this.patients.facts(sharerId);
      await this.database.transaction(async (manager) => {
        // The share first: who waits for it keeps nobody else from moving.
        const share = await this.sharing.lock(manager, sharerId, userId);
        const migration = await manager.findOneBy(MigrationEntity, { userId });
        if (migration?.status !== 'RUNNING') return;
        const clinic = await lockClinic(this.database, manager, migration.clinicId);
        const permissions = patientPermissions.filter((name) => share?.permissions.includes(name));
        if (permissions.length === 0) return;
        await this.patients.addWithin(manager, clinic, sharerId, told, {
          permissions,
          isMigrated: true,
          legacyClinicianId: userId,
        });
        await this.sharing.revoke(manager, sharerId, userId);
        if (user.email === null) return;
        const facts = { webUrl: this.webUrl, to: user.email, clinicName: clinic.name, clinicianName };
        await this.outbox.add(manager, 'mail', patientMovedMail(facts));
      });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return error.message;
      throw error;
    }
    return undefined;
  }

  private async end(userId: string): Promise<void> {
    const [user] = await this.accounts.findMany([userId]);
    await this.database.transaction(async (manager) => {
      const migration = await this.migrations.lock(manager, userId);
      if (migration?.status !== 'RUNNING') return;
      await this.migrations.note(manager, migration, 'COMPLETED');
      const clinic = await manager.findOneBy(ClinicEntity, { id: migration.clinicId });
      if (!clinic || !user?.email) return;
      const mail = migrationCompletedMail({ webUrl: this.webUrl, to: user.email, clinicName: clinic.name });
      await this.outbox.add(manager, 'mail', mail);
    });
  }
}
