import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../accounts/account.service';
import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../clock';
import { storesOf } from '../../database/account-column';
import { isDuplicateKey, type Database } from '../../database/database';
import { lockRow } from '../../database/lock-rows';
import { badInput, conflict, notFound, unprocessable } from '../../errors';
import type { EventService } from '../../events/event.service';
import type { MetadataService } from '../../metadata/metadata.service';
import type { TaskService } from '../../tasks/task.service';
import { canMigrate } from '../can-migrate';
import { newClinic } from '../clinic.service';
import { ClinicEntity } from '../clinic.entity';
import { isAdmin } from '../clinician-role';
import { ClinicianEntity } from '../clinician.entity';
import { noSuchClinician, type ClinicianService } from '../clinician.service';
import { assertMigrated, lockClinic } from '../lock-clinic';
import { takeShareCode } from '../share-code';
import { migrationEvents, type MigrationKey } from './migration-events';
import type { MigrationStatus } from './migration-status';
import { MigrationEntity, type StuckPatient } from './migration.entity';

interface MigrationSettings {
  /** What the types of tasks begin with. */
  namePrefix: string;
  /** Milliseconds after which a migration begins. */
  delay: number;
}

const noSuchMigration = () => notFound('There is no such migration.');

function noAccountNamed(): Error {
  const detail = '"userId" must not be empty.';
  const source = { pointer: '/input/userId' };
  return badInput(detail, [{ code: 'value-empty', title: 'value is empty', detail, source }]);
}

/** So many patients who could not move are told; the others are once some of these have moved. */
const mostStuck = 100;

/** The type of the tasks that move patients. */
export const migrationTaskType = (namePrefix: string): string => `${namePrefix}.clinic.migrate`;

/** Accounts of the old kind, with role `clinic`, on their way to a clinic. */
export class MigrationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly clinicians: ClinicianService,
    private readonly tasks: TaskService,
    private readonly events: EventService,
    private readonly settings: MigrationSettings,
  ) {}

  /** The migrations to each of these clinics, in the order of their creation. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<MigrationEntity[][]> => {
    const found = await this.database.plain.find(MigrationEntity, { clinicId: clinicIds });
    found.sort((a, b) => a.createdTime - b.createdTime || (a.userId < b.userId ? -1 : 1));
    return clinicIds.map((id) => found.filter(({ clinicId }) => clinicId === id));
  };

  /** Patients who could not move to each of these clinics, in the order of the clinics. For loaders. */
  readonly stuckOf = async (clinicIds: readonly string[]): Promise<StuckPatient[][]> =>
    (await this.ofClinics(clinicIds)).map((migrations) => migrations.flatMap(({ stuck }) => stuck ?? []));

  /** The migration. Throws when there is none. */
  async find({ clinicId, userId }: MigrationKey): Promise<MigrationEntity> {
    const [found] = await this.database.plain.find(MigrationEntity, { clinicId, userId });
    if (!found) throw noSuchMigration();
    return found;
  }

  /**
   * Opens a clinic for an account of the old kind, which tells about it before its patients move. Each call opens
   * another one. Throws when there is no such account, and when it is none of the old kind.
   */
  async open(userId: string): Promise<ClinicEntity> {
    const [[user], [profile]] = await Promise.all([
      this.accounts.findMany([userId]),
      this.metadata.profiles([userId]),
    ]);
    if (!user) throw notFound('There is no such account.');
    assertOldKind(user);
    return this.database.transaction(async (manager) => {
      const clinic = newClinic({ name: '', preferredBgUnits: 'mg/dL' });
      clinic.isMigrated = false;
      clinic.shareCode = await takeShareCode(manager, clinic.id);
      await manager.insert(ClinicEntity, clinic);
      await this.clinicians.insert(manager, clinic.id, {
        userId,
        email: user.email,
        name: typeof profile?.fullName === 'string' ? profile.fullName : null,
        roles: ['CLINIC_ADMIN'],
      });
      return clinic;
    });
  }

  /**
   * Makes a clinic of an account of the old kind, and moves the patients of its only administrator. Throws when it is a
   * clinic already, or something is missing, and a conflict when the administrator moves already.
   */
  trigger(clinicId: string): Promise<MigrationEntity> {
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      if (clinic.isMigrated) throw unprocessable('The clinic was migrated already.');
      const people = await manager.findBy(ClinicianEntity, { clinicId });
      const admins = people.flatMap(({ userId, roles }) => (userId !== null && isAdmin(roles) ? userId : []));
      if (!canMigrate(clinic, admins.length > 0))
        throw unprocessable('The clinic has not told all that is needed.');
      const [userId = '', ...others] = admins;
      if (others.length > 0) throw unprocessable('The clinic has more than one administrator.');
      assertOldKind(await this.accounts.lock(manager, userId));
      const migration = await this.insert(manager, { clinicId, userId });
      await manager.update(ClinicEntity, { id: clinicId }, { isMigrated: true, updatedTime: now() });
      return migration;
    });
  }

  /**
   * Moves the patients of somebody who works in the clinic to it. Throws when they do not work there, when the clinic is
   * still an account of the old kind, and a conflict when they move already, to whatever clinic.
   */
  async create({ clinicId, userId }: MigrationKey): Promise<MigrationEntity> {
    if (userId === '') throw noAccountNamed();
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      if (!(await manager.existsBy(ClinicianEntity, { clinicId, userId }))) throw noSuchClinician();
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
      throw isDuplicateKey(error) ? conflict('The account is migrated already.') : error;
    }
    await this.queue(manager, migration);
    this.tell(manager, migration);
    return migration;
  }

  /**
   * Notes how far a migration is, for a trusted server, which takes it over by that: nothing moves by itself any more
   * until the status is PENDING once more. Throws when there is no such migration.
   */
  setStatus({ clinicId, userId }: MigrationKey, status: MigrationStatus): Promise<MigrationEntity> {
    return this.database.transaction(async (manager) => {
      const migration = await this.lock(manager, userId);
      if (migration?.clinicId !== clinicId) throw noSuchMigration();
      if (migration.stuck) await manager.update(MigrationEntity, { userId }, { stuck: null });
      const changed = await this.note(manager, migration, status);
      if (status === 'PENDING') await this.queue(manager, changed);
      else await this.tasks.deleteNamed(manager, [this.taskName(userId)]);
      return changed;
    });
  }

  /** The migration of an account as it stands, or null; until the transaction ends, nobody else changes it. */
  lock(manager: EntityManager, userId: string): Promise<MigrationEntity | null> {
    return lockRow(this.database, manager, MigrationEntity, { userId });
  }

  /** Writes down how far a locked migration is. */
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

  /** Notes why a patient could not move, or with null that there is nothing to tell of them any more. */
  async noteStuck(userId: string, patientId: string, reason: string | null): Promise<void> {
    await this.changeStuck(userId, reason === null ? [] : [patientId], (before) => {
      if (before.some((each) => each.userId === patientId && each.reason === reason)) return before;
      const others = before.filter((each) => each.userId !== patientId);
      if (reason === null) return others.length === before.length ? before : others;
      return others.length < mostStuck ? [...others, { userId: patientId, reason }] : before;
    });
  }

  /** Forgets those who could not move and are not among the accounts that are left. */
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
    await this.database.transaction(async (manager) => {
      const migration = await this.lock(manager, userId);
      if (!migration) return;
      const before = migration.stuck ?? [];
      const after = change(before);
      if (after === before) return;
      storesOf(manager, named);
      await manager.update(MigrationEntity, { userId }, { stuck: after.length > 0 ? after : null });
      this.tell(manager, migration);
    });
  }

  private tell(manager: EntityManager, { clinicId, userId }: MigrationEntity): void {
    this.events.publish(manager, migrationEvents(clinicId), { clinicId, userId });
  }

  private taskName = (userId: string): string => `${migrationTaskType(this.settings.namePrefix)}:${userId}`;

  /** Queues the moving of patients, in place of what is queued already. */
  private async queue(manager: EntityManager, { userId }: MigrationEntity): Promise<void> {
    await this.tasks.deleteNamed(manager, [this.taskName(userId)]);
    await this.tasks.add(manager, {
      type: migrationTaskType(this.settings.namePrefix),
      name: this.taskName(userId),
      data: { userId },
      availableTime: now() + this.settings.delay,
    });
  }

  /** Deletes what is kept of an account that is gone. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(MigrationEntity, { userId });
      await this.tasks.deleteNamed(manager, [this.taskName(userId)]);
    });
    const naming: { id: string }[] = await this.database.reader.query(
      'SELECT user_id AS id FROM clinic_migrations WHERE stuck LIKE ?',
      [`%"${userId}"%`],
    );
    for (const { id } of naming) await this.noteStuck(id, userId, null);
  }
}

function assertOldKind({ roles }: UserEntity): void {
  if (!roles.includes('clinic')) throw unprocessable('The account is no clinic of the old kind.');
}
