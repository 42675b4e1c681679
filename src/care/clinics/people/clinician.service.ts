import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { declareStoredAccounts } from '../../../platform/database/account-column';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { lockRow } from '../../../platform/database/lock-rows';
import { readParts, withItemsById, type PartQuestion } from '../../../platform/database/pages';
import type { ListPart, Placed } from '../../../platform/list-part';
import { gathered } from '../../../platform/speed/gathered';
import { conflict, forbidden, notFound, unprocessable } from '../../../platform/errors';
import { newClinicId } from '../../../platform/ids';
import type { MetadataService } from '../../../identity/metadata/metadata.service';
import type { OutboxService } from '../../../platform/outbox/outbox.service';
import { rolesChangedMail } from '../clinic-mails';
import type { ClinicNews } from '../clinic-news.service';
import type { ClinicEntity } from '../clinic.entity';
import { assertClinicianFields, assertClinicianName, assertClinicianRoles } from './clinician-fields';
import {
  selectAllClinicians,
  selectMembers,
  selectMemberships,
  type ClinicianQuestion,
  type CreatedRange,
  type MembershipQuestion,
} from './clinician-lists';
import { isAdmin, type ClinicianRole } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';
import { searchableTexts } from '../../../platform/folding';
import { assertMigrated, lockClinic } from '../lock-clinic';
import { recordDeletions } from '../record-deletions';
import { declareCreated } from '../../../platform/database/created';
import { assertVersion } from '../../../platform/version';
import { clinicianVersion } from '../versions';

/** A member of a clinic. */
export interface ClinicianKey {
  clinicId: string;
  userId: string;
}

/** A new or invited member. */
export interface NewClinician {
  userId?: string | null;
  inviteId?: string | null;
  /** Null for service accounts. */
  email: string | null;
  name?: string | null;
  roles: readonly ClinicianRole[];
}

/** Who changes or removes a member. */
export interface Changer {
  /** The account; null for trusted servers. */
  userId: string | null;
  /** Whether only administrators of the clinic may do it: they may have lost that role at the same time. */
  mustAdminister?: boolean;
}

/** A part of a list. */
export interface Place {
  offset: number;
  size: number;
}

export const noSuchClinician = () => notFound('There is no such clinician in the clinic.').about('userId');

const alreadyThere = () =>
  conflict('The clinician is already a member of the clinic, or has been invited.').about('email');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  metadata: MetadataService;
  outbox: OutboxService;
  clinicNews: ClinicNews;
}

/** The members of clinics. */
export class ClinicianService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /** Clinicians by clinic and account, in the order of the keys; null if there is none. For loaders. */
  readonly findMany = (keys: readonly ClinicianKey[]): Promise<(ClinicianEntity | null)[]> =>
    this.match(keys, 'userId');

  /** The same by clinic and id, for invited ones too. */
  readonly findRecords = (keys: readonly { clinicId: string; id: string }[]) => this.match(keys, 'id');

  private async match<Name extends 'id' | 'userId'>(
    keys: readonly (Record<Name, string> & { clinicId: string })[],
    name: Name,
  ): Promise<(ClinicianEntity | null)[]> {
    const found = await this.parts.database.plain.find(ClinicianEntity, {
      clinicId: [...new Set(keys.map(({ clinicId }) => clinicId))],
      [name]: [...new Set(keys.map((key) => key[name]))],
    });
    const byKey = new Map(found.map((each) => [`${each.clinicId} ${each[name]}`, each]));
    return keys.map((key) => byKey.get(`${key.clinicId} ${key[name]}`) ?? null);
  }

  /** Invited members by clinic and key of the invitation, in order; null if there is none. For loaders. */
  readonly invited = async (invites: readonly { clinicId: string; key: string }[]) => {
    const found = await this.parts.database.plain.find(ClinicianEntity, {
      clinicId: [...new Set(invites.map(({ clinicId }) => clinicId))],
      inviteId: [...new Set(invites.map(({ key }) => key))],
    });
    const findInvited = ({ clinicId, key }: { clinicId: string; key: string }) =>
      found.find((each) => each.clinicId === clinicId && each.inviteId === key);
    return invites.map((invite) => findInvited(invite) ?? null);
  };

  /** The roles of accounts in clinics, in the order of the keys; empty for non-members. For loaders. */
  readonly findRoles = gathered(async (keys: readonly ClinicianKey[]): Promise<ClinicianRole[][]> =>
    (await this.findMany(keys)).map((clinician) => clinician?.roles ?? []),
  );

  /**
   * Pages of clinics' members, including open invitations, newest first; in the order of the requests. For loaders.
   */
  readonly pages = (questions: readonly ClinicianQuestion[]): Promise<Placed<ClinicianEntity>[][]> =>
    this.read(questions.map(selectMembers));

  /** Pages of accounts' memberships, newest first; in the order of the requests. For loaders. */
  readonly memberships = (questions: readonly MembershipQuestion[]): Promise<Placed<ClinicianEntity>[][]> =>
    this.read(questions.map(selectMemberships));

  /** The members of all clinics, including open invitations, in order of creation. */
  async all(range: CreatedRange, part: ListPart): Promise<Placed<ClinicianEntity>[]> {
    const [found = []] = await this.read([selectAllClinicians(range, part)]);
    return found;
  }

  private async read(questions: readonly PartQuestion[]): Promise<Placed<ClinicianEntity>[][]> {
    const parts = await readParts(this.parts.database.reader, questions);
    const ids = new Set(parts.flat().map(({ id }) => id));
    return withItemsById(parts, await this.parts.database.plain.find(ClinicianEntity, { id: [...ids] }));
  }

  /** User ids of the administrators of a clinic, within a larger transaction. */
  async adminsWithin(manager: EntityManager, clinicId: string): Promise<string[]> {
    const people = await manager.findBy(ClinicianEntity, { clinicId });
    return people.flatMap(({ userId, roles }) => (userId !== null && isAdmin(roles) ? userId : []));
  }

  /** Whether an account works in a clinic, within a larger transaction. */
  worksIn(manager: EntityManager, { clinicId, userId }: ClinicianKey): Promise<boolean> {
    return manager.existsBy(ClinicianEntity, { clinicId, userId });
  }

  /** The clinician record of an invitation, within a larger transaction; null if there is none. */
  async findInvited(
    manager: EntityManager,
    { clinicId, key }: { clinicId: string; key: string },
  ): Promise<ClinicianEntity | null> {
    const record = await manager.findOneBy(ClinicianEntity, { clinicId, inviteId: key });
    // MySQL ignores trailing spaces.
    return record?.inviteId === key ? record : null;
  }

  /** Removes the record of an invited member and returns its id; null if there is none. */
  async removeInvited(
    manager: EntityManager,
    invite: { clinicId: string; key: string },
  ): Promise<string | null> {
    const record = await this.findInvited(manager, invite);
    if (record) await manager.delete(ClinicianEntity, { clinicId: record.clinicId, id: record.id });
    return record && record.id;
  }

  /**
   * Assigns the record of an invited member to an account. Throws a conflict when the account already works in the
   * clinic.
   */
  async settle(
    manager: EntityManager,
    clinician: ClinicianEntity,
    { userId, name }: { userId: string; name: string | null },
  ): Promise<ClinicianEntity> {
    const { clinicId, id, email } = clinician;
    declareStoredAccounts(manager, [userId]);
    const set = {
      userId,
      inviteId: null,
      name,
      searchText: searchableTexts(name, email),
      updatedTime: now(),
    };
    try {
      await manager.update(ClinicianEntity, { clinicId, id }, set);
    } catch (error) {
      throw isDuplicateKey(error)
        ? conflict('The account already works in the clinic.').about('userId')
        : error;
    }
    return Object.assign(clinician, set);
  }

  /** Adds a member for a trusted server. Throws a conflict when account, invitation or address already exist. */
  async create(clinicId: string, wanted: NewClinician): Promise<ClinicianEntity> {
    assertClinicianFields(wanted);
    return this.parts.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.parts.database, manager, clinicId));
      const clinician = await this.insert(manager, clinicId, wanted);
      declareCreated(manager, clinician.id);
      return clinician;
    });
  }

  /** Adds a member within a transaction. Throws a conflict when they already exist. */
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
   * Replaces the roles of a member and changes the name: absent keeps it, null clears it. Earlier roles are kept, and new ones are announced by mail. Throws
   * when no administrator would be left.
   */
  async update(
    key: ClinicianKey,
    { roles, name: given }: { roles: readonly ClinicianRole[]; name?: string | null },
    changer: Changer,
    seenVersion?: string,
  ): Promise<ClinicianEntity> {
    assertClinicianRoles(roles);
    assertClinicianName(given);
    const { userId: changedBy } = changer;
    const [changerName = null] = changedBy === null ? [] : await this.findNames([changedBy]);
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, key.clinicId);
      assertMigrated(clinic);
      await this.assertMayChange(manager, clinic.id, changer);
      const clinician = await this.find(manager, key);
      if (seenVersion !== undefined) assertVersion(seenVersion, clinicianVersion(clinician));
      const name = given === undefined ? clinician.name : given;
      const isSame = [...roles].sort().join() === [...clinician.roles].sort().join();
      if (isAdmin(clinician.roles) && !isAdmin(roles)) await this.assertAnotherAdmin(manager, clinician);
      const time = now();
      const former = { roles: clinician.roles, until: time, ...(changedBy !== null && { changedBy }) };
      const set = {
        roles: [...roles],
        name,
        searchText: searchableTexts(name, clinician.email),
        updatedTime: time,
        ...(!isSame && { roleHistory: [...clinician.roleHistory, former] }),
      };
      await manager.update(ClinicianEntity, { clinicId: clinic.id, id: clinician.id }, set);
      if (!isSame) {
        await this.reportRoles(manager, clinic, clinician, changerName);
        this.parts.clinicNews.clinicianLostAccess(manager, clinician.userId);
      }
      return Object.assign(clinician, set);
    });
  }

  /** Full names from the profiles, in the order of the accounts. */
  private async findNames(userIds: readonly string[]): Promise<(string | null)[]> {
    const profiles = await this.parts.metadata.profiles(userIds);
    return profiles.map((profile) => (typeof profile?.fullName === 'string' ? profile.fullName : null));
  }

  private async reportRoles(
    manager: EntityManager,
    clinic: ClinicEntity,
    { userId, email }: ClinicianEntity,
    changedBy: string | null,
  ): Promise<void> {
    if (userId === null || email === null) return;
    const mail = rolesChangedMail({ webUrl: this.webUrl, to: email, clinicName: clinic.name, changedBy });
    await this.parts.outbox.add(manager, 'mail', mail);
  }

  /** Removes a member from a clinic, and returns the id of the record. Throws when no administrator would be left. */
  async remove(key: ClinicianKey, changer: Changer): Promise<string> {
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, key.clinicId);
      assertMigrated(clinic);
      await this.assertMayChange(manager, clinic.id, changer);
      const clinician = await this.find(manager, key);
      if (isAdmin(clinician.roles)) await this.assertAnotherAdmin(manager, clinician);
      const { clinicId, userId } = key;
      await manager.delete(ClinicianEntity, { clinicId, id: clinician.id });
      await recordDeletions(manager, {
        clinicId,
        kind: 'clinician',
        userIds: [userId],
        deletedBy: changer.userId,
      });
      this.parts.clinicNews.clinicianLostAccess(manager, userId);
      return clinician.id;
    });
  }

  private async find(manager: EntityManager, { clinicId, userId }: ClinicianKey): Promise<ClinicianEntity> {
    const clinician = await lockRow(this.parts.database, manager, ClinicianEntity, { clinicId, userId });
    if (!clinician) throw noSuchClinician();
    return clinician;
  }

  /** For a locked clinic: throws when administrators have removed or demoted one another at the same time. */
  private async assertMayChange(
    manager: EntityManager,
    clinicId: string,
    { userId, mustAdminister = false }: Changer,
  ): Promise<void> {
    if (userId === null || !mustAdminister) return;
    const changer = await manager.findOneBy(ClinicianEntity, { clinicId, userId });
    if (!changer || !isAdmin(changer.roles)) throw forbidden();
  }

  private async assertAnotherAdmin(manager: EntityManager, { clinicId, id }: ClinicianEntity): Promise<void> {
    const others = await manager.findBy(ClinicianEntity, { clinicId, id: Not(id), userId: Not(IsNull()) });
    if (!others.some(({ roles }) => isAdmin(roles)))
      throw unprocessable('The clinic must have at least one administrator.').about('roles', 'userId');
  }

  /** The administrators of each of these clinics, oldest first. For loaders. */
  readonly admins = async (clinicIds: readonly string[]): Promise<ClinicianEntity[][]> => {
    const found = await this.parts.database.reader.find(ClinicianEntity, {
      where: { clinicId: In([...clinicIds]), userId: Not(IsNull()) },
      order: { id: 'ASC' },
    });
    return clinicIds.map((id) => found.filter(({ clinicId, roles }) => clinicId === id && isAdmin(roles)));
  };
}
