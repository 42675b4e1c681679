import { In, IsNull, LessThan, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import { now } from '../clock';
import type { ConfirmationRecords } from '../confirmations/confirmation-records.service';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import { storesOf } from '../database/account-column';
import type { Database } from '../database/database';
import { gathered } from '../database/gathered';
import { placeholders } from '../database/placeholders';
import { badInput } from '../errors';
import { newClinicId } from '../ids';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';
import type { ClinicNews } from './clinic-news.service';
import { assertClinicFields, type ClearableClinicField, type ClinicFields } from './clinic-fields';
import { clinicCreatedMail } from './clinic-mails';
import { ClinicEntity } from './clinic.entity';
import { ClinicianEntity } from './clinician.entity';
import { EhrMessageEntity } from './ehr/ehr-message.entity';
import { XealthOrderEntity } from './ehr/xealth/xealth-order.entity';
import { XealthPreorderEntity } from './ehr/xealth/xealth-preorder.entity';
import { MigrationEntity } from './migrations/migration.entity';
import type { ClinicianRole } from './clinician-role';
import type { ClinicianKey, ClinicianService, Place } from './clinician.service';
import { lockClinic } from './lock-clinic';
import { PatientTagEntity } from './patient-tag.entity';
import { PatientEntity } from './patient.entity';
import { factsOf } from './patient-facts';
import type { PatientPermission } from './patient-permission';
import { newPatientRow } from './patient-row';
import type { PatientRemoval } from './patient-removal.service';
import { recordDeletions } from './record-deletions';
import { ShareCodeEntity } from './share-code.entity';
import { takeShareCode } from './share-code';
import { SiteEntity } from './site.entity';

/** Which clinics are wanted; all that is given must hold. */
export interface ClinicFilter {
  /** Any code of the clinic. */
  shareCode?: string;
  /** Milliseconds since the epoch, inclusive. */
  createdFrom?: number;
  /** Milliseconds since the epoch, exclusive. */
  createdTo?: number;
  ehrEnabled?: boolean;
}

/** A clinic, and what somebody is there. */
interface ClinicWithRoles {
  clinic: ClinicEntity;
  /** None for who does not work there. */
  roles: ClinicianRole[];
}

/** A clinic, and somebody of those who are asked for and work there. */
interface MembershipRow extends Record<string, unknown> {
  member_id: string | null;
  member_roles: string | null;
}

interface ClinicSettings {
  webUrl: string;
  /** Account that every new clinic has among its patients, to try things out; empty for none. */
  demoPatientId: string;
}

/** Topic of the outbox: a clinic was closed. Whoever keeps something for it lets go of it. */
export const clinicClosedTopic = 'clinic-closed';

/** What the message about a closed clinic says. */
export interface ClosedClinic {
  clinicId: string;
}

/** How many patients a new clinic of the free tier may have. */
const firstLimit = 250;

/** Clinics: who there is, how they are opened, found, changed and closed. */
export class ClinicService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly clinicians: ClinicianService,
    private readonly confirmations: ConfirmationRecords,
    private readonly outbox: OutboxService,
    private readonly mails: RequestedMails,
    private readonly removal: PatientRemoval,
    private readonly news: ClinicNews,
    private readonly settings: ClinicSettings,
  ) {}

  /** Clinics by id, in the order of the ids; null for those that do not exist. For loaders. */
  readonly findMany = gathered(async (ids: readonly string[]): Promise<(ClinicEntity | null)[]> => {
    const found = await this.database.plain.find(ClinicEntity, { id: [...new Set(ids)] });
    const byId = new Map(found.map((clinic) => [clinic.id, clinic]));
    return ids.map((id) => byId.get(id) ?? null);
  });

  /**
   * Clinics with the roles of an account in each, in the order of the keys; null for those that do not exist. Whoever
   * wants to see a clinic will nearly always be asked for the roles next. For loaders.
   */
  readonly findManyWithRoles = gathered(
    async (keys: readonly ClinicianKey[]): Promise<(ClinicWithRoles | null)[]> => {
      const { select, toEntity } = this.database.plain.columnsOf(ClinicEntity, 'c');
      const clinicIds = [...new Set(keys.map(({ clinicId }) => clinicId))];
      const userIds = [...new Set(keys.map(({ userId }) => userId))];
      const rows = await this.database.plain.rows<MembershipRow>(
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

  /** The name of a clinic, within a change; null when there is none. */
  async nameOf(manager: EntityManager, id: string): Promise<string | null> {
    const clinic = await manager.findOneBy(ClinicEntity, { id });
    return clinic && (clinic.name || null);
  }

  /**
   * Keeps a clinic from being closed or merged until the transaction ends, for what is added to it. Throws when there is
   * none any more.
   */
  async holdOpen(manager: EntityManager, id: string): Promise<void> {
    await lockClinic(this.database, manager, id);
  }

  /** The clinic that a share code finds, letter for letter, or null. */
  async findByShareCode(code: string): Promise<ClinicEntity | null> {
    const found = await this.database.reader.findOneBy(ShareCodeEntity, { code });
    // MySQL takes no notice of blanks at the end.
    if (found?.code !== code) return null;
    const [clinic = null] = await this.findMany([found.clinicId]);
    return clinic;
  }

  /** The clinics that fit, in the order of their creation. */
  async list(
    { shareCode, createdFrom, createdTo, ehrEnabled }: ClinicFilter,
    place: Place,
  ): Promise<ClinicEntity[]> {
    const query = this.database.reader.createQueryBuilder(ClinicEntity, 'clinic');
    if (shareCode !== undefined) query.andWhere({ id: (await this.findByShareCode(shareCode))?.id ?? '' });
    if (createdFrom !== undefined) query.andWhere({ createdTime: MoreThanOrEqual(createdFrom) });
    if (createdTo !== undefined) query.andWhere({ createdTime: LessThan(createdTo) });
    if (ehrEnabled !== undefined) query.andWhere({ ehrEnabled });
    return query.orderBy('clinic.id').offset(place.offset).limit(place.size).getMany();
  }

  /** Opens a clinic. Who opens it is its first administrator, and gets a mail. */
  async create(fields: ClinicFields, creatorId: string): Promise<ClinicEntity> {
    assertClinicFields(fields);
    const [[creator], [profile]] = await Promise.all([
      this.accounts.findMany([creatorId]),
      this.metadata.profiles([creatorId]),
    ]);
    const demoPatient = await this.demoPatient();
    return this.database.transaction(async (manager) => {
      const clinic = newClinic(fields);
      clinic.shareCode = await takeShareCode(manager, clinic.id);
      await manager.insert(ClinicEntity, clinic);
      storesOf(manager, [creatorId]);
      await this.clinicians.insert(manager, clinic.id, {
        userId: creatorId,
        email: creator?.email ?? null,
        name: typeof profile?.fullName === 'string' ? profile.fullName : null,
        roles: ['CLINIC_ADMIN'],
      });
      if (demoPatient) {
        await manager.insert(PatientEntity, newPatientRow({ ...demoPatient, clinicId: clinic.id }, now()));
      }
      if (creator) await this.tellCreator(manager, clinic, creator);
      return clinic;
    });
  }

  private async tellCreator(
    manager: EntityManager,
    clinic: ClinicEntity,
    { id: creatorId, email: to }: UserEntity,
  ): Promise<void> {
    if (to === null) return;
    const mail = clinicCreatedMail({ webUrl: this.settings.webUrl, to, clinicName: clinic.name });
    await this.mails.send(manager, mail, creatorId);
  }

  /** The demo patient as its account and profile tell of it. */
  private async demoPatient() {
    const userId = this.settings.demoPatientId;
    if (userId === '') return null;
    const [[user], [profile]] = await Promise.all([
      this.accounts.findMany([userId]),
      this.metadata.profiles([userId]),
    ]);
    if (!user) return null;
    const permissions: PatientPermission[] = ['view'];
    return { ...factsOf(user, profile ?? null), userId, permissions, glycemicRanges: null, isMigrated: true };
  }

  /** Changes what is said about a clinic; what is neither given nor cleared stays. Throws when there is none. */
  async update(
    id: string,
    fields: Partial<ClinicFields>,
    cleared: readonly ClearableClinicField[],
  ): Promise<ClinicEntity> {
    assertClinicFields(fields);
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, id);
      const nothing = Object.fromEntries(cleared.map((field) => [field, null]));
      const set: Partial<ClinicEntity> = { ...nothing, ...fields, updatedTime: now() };
      await manager.update(ClinicEntity, { id }, set);
      return Object.assign(clinic, set);
    });
  }

  /**
   * Closes a clinic that has no patients but the demo patient. Its share codes are never used again, and its open
   * invitations are off. Throws when there are patients.
   *
   * @param deletedBy who does it; null for trusted servers
   */
  async remove(id: string, deletedBy: string | null): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, id);
      const { demoPatientId } = this.settings;
      if (await manager.existsBy(PatientEntity, { clinicId: id, userId: Not(demoPatientId) }))
        throw badInput('deletion of non-empty clinics is not allowed');
      const isDemo = await manager.existsBy(PatientEntity, { clinicId: id, userId: demoPatientId });
      await this.removal.remove(manager, id, isDemo ? [demoPatientId] : [], deletedBy);
      const open = await this.confirmations.find(
        { clinicId: id, status: In(['pending', 'declined']) },
        manager,
      );
      await this.confirmations.endAll(manager, open, ['pending', 'declined'], 'canceled');
      await this.news.clinicLostAccess(manager, id);
      const people = await manager.findBy(ClinicianEntity, { clinicId: id, userId: Not(IsNull()) });
      const userIds = people.map(({ userId }) => userId);
      await recordDeletions(manager, { clinicId: id, kind: 'clinician', userIds, deletedBy });
      await recordDeletions(manager, { clinicId: id, kind: 'clinic', userIds: [null], deletedBy });
      for (const entity of thingsOfClinics) await manager.delete(entity, { clinicId: id });
      await manager.delete(ClinicEntity, { id });
      await this.outbox.add(manager, clinicClosedTopic, { clinicId: id } satisfies ClosedClinic);
    });
  }
}

/** What ends with a clinic. Whoever was to become a patient stays where they are. */
const thingsOfClinics = [
  PatientTagEntity,
  SiteEntity,
  ClinicianEntity,
  MigrationEntity,
  XealthPreorderEntity,
  XealthOrderEntity,
  EhrMessageEntity,
];

/** A clinic as it begins. */
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
