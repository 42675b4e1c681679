import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import type { UserEntity } from '../../identity/accounts/user.entity';
import { now } from '../../platform/clock';
import { declareStoredAccounts } from '../../platform/database/account-column';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { badInput, conflict, notFound, unprocessable } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { TaskService } from '../../platform/tasks/task.service';
import { canMigrate } from './can-migrate';
import { newClinic, type ClinicService } from '../clinics/clinic.service';
import type { ClinicEntity } from '../clinics/clinic.entity';
import { noSuchClinician, type ClinicianService } from '../clinics/people/clinician.service';
import { assertMigrated, lockClinic } from '../clinics/lock-clinic';
import type { ClinicKeeper, MigrationsToClinics, MergePair } from '../clinics/ports';
import { migrationEvents, type MigrationKey } from './migration-events';
import type { MigrationStatus } from './migration-status';
import { MigrationEntity, type StuckPatient } from './migration.entity';
import { declareCreated } from '../../platform/database/created';

interface MigrationSettings {
  /** Prefix of task types. */
  namePrefix: string;
  /** Milliseconds after which a migration begins. */
  delay: number;
}

const noSuchMigration = () => notFound('There is no such migration.').about('userId');

function noAccountNamed(): Error {
  const detail = '"userId" must not be empty.';
  const source = { pointer: '/input/userId' };
  return badInput(detail, [{ code: 'value-empty', title: 'value is empty', detail, source }]);
}

/** Maximum number of listed patients who could not be moved; others follow once some of these have moved. */
const mostStuck = 100;

/** The type of the tasks that move patients. */
export const migrationTaskType = (namePrefix: string): string => `${namePrefix}.clinic.migrate`;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  clinicians: ClinicianService;
  clinics: ClinicService;
  tasks: TaskService;
  events: EventService;
}

/** Migrations of legacy accounts (role `clinic`) to clinics. */
export class MigrationService implements MigrationsToClinics, ClinicKeeper {
  constructor(
    private readonly parts: Parts,
    private readonly settings: MigrationSettings,
  ) {}

  /** The migrations to each of these clinics, in order of creation. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<MigrationEntity[][]> => {
    const found = await this.parts.database.plain.find(MigrationEntity, { clinicId: clinicIds });
    found.sort((a, b) => a.createdTime - b.createdTime || (a.userId < b.userId ? -1 : 1));
    return clinicIds.map((id) => found.filter(({ clinicId }) => clinicId === id));
  };

  /** Patients who could not be moved to each of these clinics, in the order of the clinics. For loaders. */
  readonly findStuck = async (clinicIds: readonly string[]): Promise<StuckPatient[][]> =>
    (await this.ofClinics(clinicIds)).map((migrations) => migrations.flatMap(({ stuck }) => stuck ?? []));

  /** The migration. Throws if it does not exist. */
  async find({ clinicId, userId }: MigrationKey): Promise<MigrationEntity> {
    const [found] = await this.parts.database.plain.find(MigrationEntity, { clinicId, userId });
    if (!found) throw noSuchMigration();
    return found;
  }

  /**
   * Creates a clinic for a legacy account, which completes its details before its patients move. Each call creates
   * another one. Throws when the account does not exist or is not a legacy account.
   */
  async open(userId: string): Promise<ClinicEntity> {
    const [[user], [profile]] = await Promise.all([
      this.parts.accounts.findMany([userId]),
      this.parts.metadata.profiles([userId]),
    ]);
    if (!user) throw notFound('There is no such account.').about('userId');
    assertOldKind(user);
    return this.parts.database.transaction(async (manager) => {
      const clinic = newClinic({ name: '', preferredBgUnits: 'mg/dL' });
      clinic.isMigrated = false;
      const opened = await this.parts.clinics.openWithin(manager, clinic, {
        userId,
        email: user.email,
        name: typeof profile?.fullName === 'string' ? profile.fullName : null,
      });
      declareCreated(manager, clinic.id);
      return opened;
    });
  }

  /**
   * Turns a legacy account into a clinic, and moves the patients of its only administrator. Throws when it is
   * already a clinic, or details are missing, and a conflict when the administrator is already migrating.
   */
  trigger(clinicId: string): Promise<MigrationEntity> {
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      if (clinic.isMigrated) throw unprocessable('The clinic has already been migrated.').about('clinicId');
      const admins = await this.parts.clinicians.adminsWithin(manager, clinicId);
      if (!canMigrate(clinic, admins.length > 0))
        throw unprocessable('The clinic has not provided all required details.').about('clinicId');
      const [userId = '', ...others] = admins;
      if (others.length > 0)
        throw unprocessable('The clinic has more than one administrator.').about('clinicId');
      assertOldKind(await this.parts.accounts.lock(manager, userId));
      const migration = await this.insert(manager, { clinicId, userId });
      await this.parts.clinics.noteMigrated(manager, clinicId);
      return migration;
    });
  }

  /**
   * Moves the patients of a member to the clinic. Throws when they do not work there, when the clinic is an
   * unmigrated legacy account, and a conflict when they are already migrating to any clinic.
   */
  async create({ clinicId, userId }: MigrationKey): Promise<MigrationEntity> {
    if (userId === '') throw noAccountNamed();
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      if (!(await this.parts.clinicians.worksIn(manager, { clinicId, userId }))) throw noSuchClinician();
      assertMigrated(clinic);
      return this.insert(manager, { clinicId, userId });
    });
  }

  private async insert(manager: EntityManager, { clinicId, userId }: MigrationKey): Promise<MigrationEntity> {
    const time = now();
    const migration = Object.assign(new MigrationEntity(), {
      userId,
      clinicId,
      status: 'PENDING' as const,
      stuck: null,
      createdTime: time,
      updatedTime: time,
    });
    try {
      await manager.insert(MigrationEntity, migration);
    } catch (error) {
      throw isDuplicateKey(error)
        ? conflict('The account has already been migrated.').about('userId')
        : error;
    }
    await this.queue(manager, migration);
    this.tell(manager, migration);
    declareCreated(manager, userId);
    return migration;
  }

  /**
   * Sets the status of a migration for a trusted server, which thereby takes it over: the service moves no more
   * patients until the status is PENDING again. Throws if the migration does not exist.
   */
  setStatus({ clinicId, userId }: MigrationKey, status: MigrationStatus): Promise<MigrationEntity> {
    return this.parts.database.transaction(async (manager) => {
      const migration = await this.lock(manager, userId);
      if (migration?.clinicId !== clinicId) throw noSuchMigration();
      if (migration.stuck) await manager.update(MigrationEntity, { userId }, { stuck: null });
      const changed = await this.note(manager, migration, status);
      if (status === 'PENDING') await this.queue(manager, changed);
      else await this.parts.tasks.deleteNamed(manager, [this.taskName(userId)]);
      return changed;
    });
  }

  /** Locks and returns the migration of an account, or null; until the transaction ends, nothing else can change it. */
  lock(manager: EntityManager, userId: string): Promise<MigrationEntity | null> {
    return lockRow(this.parts.database, manager, MigrationEntity, { userId });
  }

  /** Stores the status of a locked migration. */
  async note(
    manager: EntityManager,
    migration: MigrationEntity,
    status: MigrationStatus,
  ): Promise<MigrationEntity> {
    const set = { status, updatedTime: now() };
    await manager.update(MigrationEntity, { userId: migration.userId }, set);
    this.tell(manager, migration);
    return Object.assign(migration, set);
  }

  /** Records why a patient could not be moved; null clears the reason. */
  async noteStuck(userId: string, patientId: string, reason: string | null): Promise<void> {
    await this.changeStuck(userId, reason === null ? [] : [patientId], (before) => {
      if (before.some((each) => each.userId === patientId && each.reason === reason)) return before;
      const others = before.filter((each) => each.userId !== patientId);
      if (reason === null) return others.length === before.length ? before : others;
      return others.length < mostStuck ? [...others, { userId: patientId, reason }] : before;
    });
  }

  /** Deletes reasons for accounts that are no longer waiting. */
  async keepStuck(userId: string, left: readonly string[]): Promise<void> {
    const known = new Set(left);
    await this.changeStuck(userId, [], (before) => {
      const kept = before.filter((each) => known.has(each.userId));
      return kept.length === before.length ? before : kept;
    });
  }

  private async changeStuck(
    userId: string,
    named: readonly string[],
    change: (before: StuckPatient[]) => StuckPatient[],
  ): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const migration = await this.lock(manager, userId);
      if (!migration) return;
      const before = migration.stuck ?? [];
      const after = change(before);
      if (after === before) return;
      declareStoredAccounts(manager, named);
      await manager.update(MigrationEntity, { userId }, { stuck: after.length > 0 ? after : null });
      this.tell(manager, migration);
    });
  }

  private tell(manager: EntityManager, { clinicId, userId }: MigrationEntity): void {
    this.parts.events.publish(manager, migrationEvents(clinicId), { clinicId, userId });
  }

  private taskName = (userId: string): string => `${migrationTaskType(this.settings.namePrefix)}:${userId}`;

  /** Queues moving the patients, replacing an existing task. */
  private async queue(manager: EntityManager, { userId }: MigrationEntity): Promise<void> {
    await this.parts.tasks.deleteNamed(manager, [this.taskName(userId)]);
    await this.parts.tasks.add(manager, {
      type: migrationTaskType(this.settings.namePrefix),
      name: this.taskName(userId),
      data: { userId },
      availableTime: now() + this.settings.delay,
    });
  }

  async clinicClosed(manager: EntityManager, clinicId: string): Promise<void> {
    await manager.delete(MigrationEntity, { clinicId });
  }

  async moveAll(manager: EntityManager, { sourceId, targetId }: MergePair): Promise<void> {
    await manager.update(MigrationEntity, { clinicId: sourceId }, { clinicId: targetId });
  }

  /** Deletes the migration data of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await manager.delete(MigrationEntity, { userId });
      await this.parts.tasks.deleteNamed(manager, [this.taskName(userId)]);
    });
    const naming: { id: string }[] = await this.parts.database.reader.query(
      'SELECT user_id AS id FROM clinic_migrations WHERE stuck LIKE ?',
      [`%"${userId}"%`],
    );
    for (const { id } of naming) await this.noteStuck(id, userId, null);
  }
}

function assertOldKind({ roles }: UserEntity): void {
  if (!roles.includes('clinic'))
    throw unprocessable('The account is not a legacy clinic account.').about('userId');
}
