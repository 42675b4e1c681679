import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import type { UserEntity } from '../../identity/accounts/user.entity';
import { now } from '../../platform/clock';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import { declareStoredAccounts } from '../../platform/database/account-column';
import type { Database } from '../../platform/database/database';
import { readParts, withItems } from '../../platform/database/pages';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import { gathered } from '../../platform/speed/gathered';
import { placeholders } from '../../platform/database/placeholders';
import { newClinicId } from '../../platform/ids';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ClinicNews } from './clinic-news.service';
import { assertClinicFields, type ClearableClinicField, type ClinicFields } from './clinic-fields';
import { clinicCreatedMail } from './clinic-mails';
import { ClinicEntity } from './clinic.entity';
import { ClinicianEntity } from './people/clinician.entity';
import type { ClinicianRole } from './people/clinician-role';
import type { ClinicianKey, ClinicianService, NewClinician } from './people/clinician.service';
import { lockClinic } from './lock-clinic';
import type { ClinicPatients, HealthRecordExchange, MigrationsToClinics } from './ports';
import { recordDeletions } from './record-deletions';
import { ShareCodeEntity } from './share-code.entity';
import { takeShareCode } from './share-code';
import { declareCreated } from '../../platform/database/created';
import { assertVersion } from '../../platform/version';
import { clinicVersion } from './versions';

/** Filters of clinics; all must match. */
export interface ClinicFilter {
  /** A part of the name, ignoring the case of letters of ASCII. For operators: no index helps. */
  name?: string;
  /** Any code of the clinic. */
  shareCode?: string;
  /** Milliseconds since the epoch, inclusive. */
  createdFrom?: number;
  /** Milliseconds since the epoch, exclusive. */
  createdTo?: number;
  ehrEnabled?: boolean;
}

/** All clinics, in order of creation. */
export const clinicsOrder: ListOrder = { name: 'created', keys: [{ expression: 'id', kind: 'text' }] };

/** A clinic, and an account's roles in it. */
interface ClinicWithRoles {
  clinic: ClinicEntity;
  /** Empty for an account that does not work there. */
  roles: ClinicianRole[];
}

/** A clinic, and one of the requested accounts that works there. */
interface MembershipRow extends Record<string, unknown> {
  member_id: string | null;
  member_roles: string | null;
}

/** Outbox topic: a clinic was deleted. Other areas delete their data of it. */
export const clinicClosedTopic = 'clinic-closed';

/** The message about a deleted clinic. */
export interface ClosedClinic {
  clinicId: string;
}

/** The patient limit of a new clinic of the free tier. */
const firstLimit = 250;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  clinicians: ClinicianService;
  confirmationRecords: ConfirmationRecords;
  outbox: OutboxService;
  requestedMails: RequestedMails;
  clinicPatients: ClinicPatients;
  clinicNews: ClinicNews;
  healthRecordExchange: HealthRecordExchange;
  migrations: MigrationsToClinics;
}

/** Clinics: create, find, change and delete. */
export class ClinicService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /** Clinics by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = gathered(async (ids: readonly string[]): Promise<(ClinicEntity | null)[]> => {
    const found = await this.parts.database.plain.find(ClinicEntity, { id: [...new Set(ids)] });
    const byId = new Map(found.map((clinic) => [clinic.id, clinic]));
    return ids.map((id) => byId.get(id) ?? null);
  });

  /**
   * Clinics with the roles of an account in each, in the order of the keys; null for unknown ids. Nearly every
   * access to a clinic checks the roles next. For loaders.
   */
  readonly findManyWithRoles = gathered(
    async (keys: readonly ClinicianKey[]): Promise<(ClinicWithRoles | null)[]> => {
      const { select, toEntity } = this.parts.database.plain.listColumns(ClinicEntity, 'c');
      const clinicIds = [...new Set(keys.map(({ clinicId }) => clinicId))];
      const userIds = [...new Set(keys.map(({ userId }) => userId))];
      const rows = await this.parts.database.plain.rows<MembershipRow>(
        `SELECT ${select}, m.user_id AS member_id, m.roles AS member_roles FROM clinics c
         LEFT JOIN clinicians m ON m.clinic_id = c.id AND m.user_id IN (${placeholders(userIds)})
         WHERE c.id IN (${placeholders(clinicIds)})`,
        [...userIds, ...clinicIds],
      );
      return keys.map(({ clinicId, userId }) => {
        const ofClinic = rows.filter(({ id }) => id === clinicId);
        const [row] = ofClinic;
        const roles = ofClinic.find(({ member_id: id }) => id === userId)?.member_roles ?? '[]';
        return row ? { clinic: toEntity(row), roles: JSON.parse(roles) as ClinicianRole[] } : null;
      });
    },
  );

  /** The name of a clinic, within a transaction; null if it does not exist. */
  async findName(manager: EntityManager, id: string): Promise<string | null> {
    const clinic = await manager.findOneBy(ClinicEntity, { id });
    return clinic && (clinic.name || null);
  }

  /** Prevents deletion and merging of a clinic until the transaction ends. Throws if it does not exist. */
  async holdOpen(manager: EntityManager, id: string): Promise<void> {
    await lockClinic(this.parts.database, manager, id);
  }

  /** The clinic with a share code (exact match), or null. */
  async findByShareCode(code: string): Promise<ClinicEntity | null> {
    const found = await this.parts.database.reader.findOneBy(ShareCodeEntity, { code });
    // MySQL ignores trailing spaces.
    if (found?.code !== code) return null;
    const [clinic = null] = await this.findMany([found.clinicId]);
    return clinic;
  }

  /** Matching clinics, in order of creation. */
  async list(
    { name, shareCode, createdFrom, createdTo, ehrEnabled }: ClinicFilter,
    part: ListPart,
  ): Promise<Placed<ClinicEntity>[]> {
    const id = shareCode === undefined ? undefined : ((await this.findByShareCode(shareCode))?.id ?? '');
    const conditions: [condition: string, value: string | number | undefined][] = [
      ['id = ?', id],
      ['INSTR(LOWER(name), ?) > 0', name && this.lowerCase(name)],
      ['created_time >= ?', createdFrom],
      ['created_time < ?', createdTo],
      ['ehr_enabled = ?', ehrEnabled === undefined ? undefined : Number(ehrEnabled)],
    ];
    const asked = conditions.filter(([, value]) => value !== undefined);
    const from = `FROM clinics WHERE ${['1 = 1', ...asked.map(([condition]) => condition)].join(' AND ')}`;
    const source = { id: 'id', from, parameters: asked.map(([, value]) => value) };
    const parts = await readParts(this.parts.database.reader, [{ source, keys: clinicsOrder.keys, part }]);
    const [found = []] = withItems(parts, await this.findMany(parts.flat().map((clinic) => clinic.id)));
    return found;
  }

  /** The form of a text that `LOWER` of the database gives. */
  private lowerCase(text: string): string {
    const { dialect } = this.parts.database;
    // SQLite knows the letters of ASCII only.
    return dialect === 'mysql' ? text.toLowerCase() : text.replace(/[A-Z]+/g, (all) => all.toLowerCase());
  }

  /** Creates a clinic. Its creator becomes the first administrator, and gets a mail. */
  async create(fields: ClinicFields, creatorId: string): Promise<ClinicEntity> {
    assertClinicFields(fields);
    const [[creator], [profile]] = await Promise.all([
      this.parts.accounts.findMany([creatorId]),
      this.parts.metadata.profiles([creatorId]),
    ]);
    const addDemoPatient = await this.parts.clinicPatients.demoPatient();
    return this.parts.database.transaction(async (manager) => {
      declareStoredAccounts(manager, [creatorId]);
      const clinic = await this.openWithin(manager, newClinic(fields), {
        userId: creatorId,
        email: creator?.email ?? null,
        name: typeof profile?.fullName === 'string' ? profile.fullName : null,
      });
      await addDemoPatient?.(manager, clinic.id);
      if (creator) await this.tellCreator(manager, clinic, creator);
      declareCreated(manager, clinic.id);
      return clinic;
    });
  }

  /** Stores a new clinic and its first administrator, within a larger transaction. */
  async openWithin(
    manager: EntityManager,
    clinic: ClinicEntity,
    administrator: Omit<NewClinician, 'roles'>,
  ): Promise<ClinicEntity> {
    clinic.shareCode = await takeShareCode(manager, clinic.id);
    await manager.insert(ClinicEntity, clinic);
    await this.parts.clinicians.insert(manager, clinic.id, { ...administrator, roles: ['CLINIC_ADMIN'] });
    return clinic;
  }

  /** Marks a clinic as migrated, so it is no longer treated as a legacy account. Part of a larger transaction. */
  async noteMigrated(manager: EntityManager, id: string): Promise<void> {
    await manager.update(ClinicEntity, { id }, { isMigrated: true, updatedTime: now() });
  }

  private async tellCreator(
    manager: EntityManager,
    clinic: ClinicEntity,
    { id: creatorId, email: to }: UserEntity,
  ): Promise<void> {
    if (to === null) return;
    const mail = clinicCreatedMail({ webUrl: this.webUrl, to, clinicName: clinic.name });
    await this.parts.requestedMails.send(manager, mail, creatorId);
  }

  /**
   * Changes the details of a clinic. Fields that are neither given nor cleared stay. Throws if it does not exist, or
   * has another version than the sender has seen.
   */
  async update(
    id: string,
    fields: Partial<ClinicFields>,
    cleared: readonly ClearableClinicField[],
    seenVersion?: string,
  ): Promise<ClinicEntity> {
    assertClinicFields(fields);
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, id);
      if (seenVersion !== undefined) assertVersion(seenVersion, clinicVersion(clinic));
      const nothing = Object.fromEntries(cleared.map((field) => [field, null]));
      const set: Partial<ClinicEntity> = { ...nothing, ...fields, updatedTime: now() };
      await manager.update(ClinicEntity, { id }, set);
      return Object.assign(clinic, set);
    });
  }

  /**
   * Deletes a clinic that has no patients except the demo patient. Its share codes are never reused. Its open invitations
   * are canceled, and its requests to claim accounts that nobody manages any more. Throws when it has patients.
   *
   * @param deletedBy the account that does it; null for trusted servers
   */
  async remove(id: string, deletedBy: string | null): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await lockClinic(this.parts.database, manager, id);
      await this.parts.clinicPatients.clinicClosed(manager, id, deletedBy);
      const open = await this.parts.confirmationRecords.find(
        { clinicId: id, status: In(['pending', 'declined']) },
        manager,
      );
      await this.parts.confirmationRecords.endAll(manager, open, ['pending', 'declined'], 'canceled');
      await this.parts.clinicNews.clinicLostAccess(manager, id);
      const people = await manager.findBy(ClinicianEntity, { clinicId: id, userId: Not(IsNull()) });
      const userIds = people.map(({ userId }) => userId);
      await recordDeletions(manager, { clinicId: id, kind: 'clinician', userIds, deletedBy });
      await recordDeletions(manager, { clinicId: id, kind: 'clinic', userIds: [null], deletedBy });
      await this.parts.migrations.clinicClosed(manager, id);
      await this.parts.healthRecordExchange.clinicClosed(manager, id);
      await manager.delete(ClinicianEntity, { clinicId: id });
      await manager.delete(ClinicEntity, { id });
      await this.parts.outbox.add(manager, clinicClosedTopic, { clinicId: id } satisfies ClosedClinic);
    });
  }
}

/** Returns a new clinic. */
export function newClinic(fields: ClinicFields): ClinicEntity {
  const time = now();
  return Object.assign(new ClinicEntity(), {
    address: null,
    city: null,
    postalCode: null,
    state: null,
    country: null,
    phoneNumbers: null,
    clinicType: null,
    clinicSize: null,
    website: null,
    timezone: null,
    ...fields,
    id: newClinicId(time),
    tier: 'tier0100',
    isMigrated: true,
    suppressedNotifications: null,
    patientCountSettings: { hardLimit: { plan: firstLimit } },
    mrnSettings: null,
    membershipRestrictions: null,
    ehrSettings: null,
    ehrEnabled: false,
    ehrSourceId: null,
    createdTime: time,
    updatedTime: time,
  });
}
