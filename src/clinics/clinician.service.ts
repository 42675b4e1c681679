import { In, IsNull, LessThan, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { readPagesOfIds, type PageOfIds } from '../database/pages';
import { gathered } from '../database/gathered';
import { conflict, notFound, unprocessable } from '../errors';
import { newClinicId } from '../ids';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';
import { rolesChangedMail } from './clinic-mails';
import type { ClinicNews } from './clinic-news.service';
import type { ClinicEntity } from './clinic.entity';
import { assertClinicianFields, assertClinicianName, assertClinicianRoles } from './clinician-fields';
import { isAdmin, type ClinicianRole } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';
import { isFindable, searchableTexts, searchedWords } from './folding';
import { assertMigrated, lockClinic } from './lock-clinic';
import { recordDeletions } from './record-deletions';

/** Somebody of a clinic. */
export interface ClinicianKey {
  clinicId: string;
  userId: string;
}

/** Who joins a clinic, or is invited to. */
export interface NewClinician {
  userId?: string | null;
  inviteId?: string | null;
  /** Null for service accounts. */
  email: string | null;
  name?: string | null;
  roles: readonly ClinicianRole[];
}

/** Which of the people of a clinic are wanted; all that is given must hold. */
export interface ClinicianFilter {
  role?: string;
  /** The whole address, in any case. */
  email?: string;
  /** Anywhere in name or address, in any case. */
  search?: string;
}

/** A part of a list. */
export interface Place {
  offset: number;
  size: number;
}

/** When somebody came, in milliseconds since the epoch. */
export interface CreatedRange {
  /** Inclusive. */
  createdFrom?: number;
  /** Exclusive. */
  createdTo?: number;
}

/** A question for one page of the people of a clinic. */
export interface ClinicianQuestion extends Place {
  clinicId: string;
  filter: ClinicianFilter;
}

export const noSuchClinician = () => notFound('There is no such clinician in the clinic.');

const alreadyThere = () => conflict('The clinician is already a member of the clinic, or invited to it.');

/** The people who work in clinics. */
export class ClinicianService {
  constructor(
    private readonly database: Database,
    private readonly metadata: MetadataService,
    private readonly outbox: OutboxService,
    private readonly news: ClinicNews,
    private readonly webUrl: string,
  ) {}

  /** Clinicians by clinic and account, in the order of the keys; null where there is none. For loaders. */
  readonly findMany = async (keys: readonly ClinicianKey[]): Promise<(ClinicianEntity | null)[]> => {
    const found = await this.database.plain.find(ClinicianEntity, {
      clinicId: [...new Set(keys.map(({ clinicId }) => clinicId))],
      userId: [...new Set(keys.map(({ userId }) => userId))],
    });
    return keys.map(
      (key) =>
        found.find(({ clinicId, userId }) => clinicId === key.clinicId && userId === key.userId) ?? null,
    );
  };

  /** The roles of accounts in clinics, in the order of the keys; none for who does not work there. For loaders. */
  readonly rolesOf = gathered(async (keys: readonly ClinicianKey[]): Promise<ClinicianRole[][]> =>
    (await this.findMany(keys)).map((clinician) => clinician?.roles ?? []),
  );

  /**
   * Pages of the people of clinics, open invitations among them, who joined last first; in the order of the questions.
   * For loaders.
   */
  readonly pages = (questions: readonly ClinicianQuestion[]): Promise<ClinicianEntity[][]> =>
    this.read(questions.map(idsOf));

  /** Pages of the places where accounts work, the newest first; in the order of the questions. For loaders. */
  readonly memberships = (questions: readonly (Place & { userId: string })[]): Promise<ClinicianEntity[][]> =>
    this.read(
      questions.map(({ userId, offset, size }) => ({
        sql: `SELECT id FROM clinicians WHERE user_id = ?
          ORDER BY created_time DESC, id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
        parameters: [userId],
      })),
    );

  /** Everybody of all clinics, open invitations among them, in the order in which they came. */
  async all({ createdFrom, createdTo }: CreatedRange, { offset, size }: Place): Promise<ClinicianEntity[]> {
    const query = this.database.reader.createQueryBuilder(ClinicianEntity, 'c');
    if (createdFrom !== undefined) query.andWhere({ createdTime: MoreThanOrEqual(createdFrom) });
    if (createdTo !== undefined) query.andWhere({ createdTime: LessThan(createdTo) });
    return query.orderBy('c.createdTime').addOrderBy('c.id').offset(offset).limit(size).getMany();
  }

  private async read(questions: readonly PageOfIds[]): Promise<ClinicianEntity[][]> {
    const pages = await readPagesOfIds(this.database.reader, questions);
    const found = await this.database.plain.find(ClinicianEntity, { id: [...new Set(pages.flat())] });
    const byId = new Map(found.map((clinician) => [clinician.id, clinician]));
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  }

  /** Adds somebody for a trusted server. Throws a conflict when account, invitation or address are there already. */
  async create(clinicId: string, wanted: NewClinician): Promise<ClinicianEntity> {
    assertClinicianFields(wanted);
    return this.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.database, manager, clinicId));
      return this.insert(manager, clinicId, wanted);
    });
  }

  /** Adds somebody to a clinic, within a change of it. Throws a conflict when they are there already. */
  async insert(manager: EntityManager, clinicId: string, wanted: NewClinician): Promise<ClinicianEntity> {
    const time = now();
    const email = wanted.email === null || wanted.email === '' ? null : wanted.email.toLowerCase();
    const name = wanted.name ?? null;
    const clinician = Object.assign(new ClinicianEntity(), {
      clinicId,
      id: newClinicId(time),
      userId: wanted.userId ?? null,
      inviteId: wanted.inviteId ?? null,
      email,
      name,
      searchText: searchableTexts(name, email),
      roles: [...wanted.roles],
      roleHistory: [],
      createdTime: time,
      updatedTime: time,
    });
    try {
      await manager.insert(ClinicianEntity, clinician);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyThere() : error;
    }
    return clinician;
  }

  /**
   * Gives somebody these roles and this name, or none, in place of those that they have. New roles are kept beside the
   * former ones and told by mail. Throws when nobody would be left in charge.
   *
   * @param changedBy account of who does it; null for trusted servers
   */
  async update(
    key: ClinicianKey,
    { roles, name }: { roles: readonly ClinicianRole[]; name?: string },
    changedBy: string | null,
  ): Promise<ClinicianEntity> {
    assertClinicianRoles(roles);
    assertClinicianName(name);
    const [changerName = null] = changedBy === null ? [] : await this.namesOf([changedBy]);
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, key.clinicId);
      assertMigrated(clinic);
      const clinician = await this.find(manager, key);
      const isSame = [...roles].sort().join() === [...clinician.roles].sort().join();
      if (isAdmin(clinician.roles) && !isAdmin(roles)) await this.assertAnotherAdmin(manager, clinician);
      const time = now();
      const former = { roles: clinician.roles, until: time, ...(changedBy !== null && { changedBy }) };
      const set = {
        roles: [...roles],
        name: name ?? null,
        searchText: searchableTexts(name, clinician.email),
        updatedTime: time,
        ...(!isSame && { roleHistory: [...clinician.roleHistory, former] }),
      };
      await manager.update(ClinicianEntity, { clinicId: clinic.id, id: clinician.id }, set);
      if (!isSame) {
        await this.tellOfRoles(manager, clinic, clinician, changerName);
        this.news.clinicianLostAccess(manager, clinician.userId);
      }
      return Object.assign(clinician, set);
    });
  }

  /** Full names as the profiles have them, in the order of the accounts. */
  private async namesOf(userIds: readonly string[]): Promise<(string | null)[]> {
    const profiles = await this.metadata.profiles(userIds);
    return profiles.map((profile) => (typeof profile?.fullName === 'string' ? profile.fullName : null));
  }

  private async tellOfRoles(
    manager: EntityManager,
    clinic: ClinicEntity,
    { userId, email }: ClinicianEntity,
    changedBy: string | null,
  ): Promise<void> {
    if (userId === null || email === null) return;
    const mail = rolesChangedMail({ webUrl: this.webUrl, to: email, clinicName: clinic.name, changedBy });
    await this.outbox.add(manager, 'mail', mail);
  }

  /**
   * Takes somebody out of a clinic. Throws when nobody would be left in charge.
   *
   * @param deletedBy account of who does it; null for trusted servers
   */
  async remove(key: ClinicianKey, deletedBy: string | null): Promise<void> {
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, key.clinicId);
      assertMigrated(clinic);
      const clinician = await this.find(manager, key);
      if (isAdmin(clinician.roles)) await this.assertAnotherAdmin(manager, clinician);
      const { clinicId, userId } = key;
      await manager.delete(ClinicianEntity, { clinicId, id: clinician.id });
      await recordDeletions(manager, { clinicId, kind: 'clinician', userIds: [userId], deletedBy });
      this.news.clinicianLostAccess(manager, userId);
    });
  }

  private async find(manager: EntityManager, { clinicId, userId }: ClinicianKey): Promise<ClinicianEntity> {
    const clinician = await lockRow(this.database, manager, ClinicianEntity, { clinicId, userId });
    if (!clinician) throw noSuchClinician();
    return clinician;
  }

  private async assertAnotherAdmin(manager: EntityManager, { clinicId, id }: ClinicianEntity): Promise<void> {
    const others = await manager.findBy(ClinicianEntity, { clinicId, id: Not(id), userId: Not(IsNull()) });
    if (!others.some(({ roles }) => isAdmin(roles)))
      throw unprocessable('The clinic must have at least one administrator.');
  }

  /** The administrators of each of these clinics, who came first first. For loaders. */
  readonly admins = async (clinicIds: readonly string[]): Promise<ClinicianEntity[][]> => {
    const found = await this.database.reader.find(ClinicianEntity, {
      where: { clinicId: In([...clinicIds]), userId: Not(IsNull()) },
      order: { id: 'ASC' },
    });
    return clinicIds.map((id) => found.filter(({ clinicId, roles }) => clinicId === id && isAdmin(roles)));
  };
}

/** Further words of a search are not looked at: no name has as many. */
const mostWords = 200;

function idsOf({ clinicId, filter, offset, size }: ClinicianQuestion): PageOfIds {
  const { role, email, search } = filter;
  const conditions: [condition: string, value: string | undefined][] = [
    ['clinic_id = ?', clinicId],
    // Roles are kept as JSON text.
    ['INSTR(roles, ?) > 0', role && JSON.stringify(role)],
    ['email = ?', email?.toLowerCase()],
    ...searchedWords(search ?? '')
      .slice(0, mostWords)
      .map((word): [string, string] => [isFindable(word) ? 'INSTR(search_text, ?) > 0' : '? IS NULL', word]),
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  return {
    sql: `SELECT id FROM clinicians WHERE ${asked.map(([condition]) => condition).join(' AND ')}
      ORDER BY created_time DESC, id LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
    parameters: asked.map(([, value]) => value),
  };
}
