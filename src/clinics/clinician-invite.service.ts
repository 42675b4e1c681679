import { In, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import { now } from '../clock';
import type { ConfirmationRecords } from '../confirmations/confirmation-records.service';
import type { ConfirmationEntity } from '../confirmations/confirmation.entity';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import { storesOf } from '../database/account-column';
import { isDuplicateKey, type Database } from '../database/database';
import { conflict, notFound, wrongState } from '../errors';
import type { MetadataService } from '../metadata/metadata.service';
import { clinicianInvitationMail } from './clinic-mails';
import type { ClinicNews } from './clinic-news.service';
import { ClinicEntity } from './clinic.entity';
import { assertAddress, assertClinicianRoles } from './clinician-fields';
import type { ClinicianRole } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';
import { noSuchClinician, type ClinicianService } from './clinician.service';
import { searchableTexts } from './folding';
import { assertMigrated, lockClinic } from './lock-clinic';
import { mayJoin } from './membership';

/** An invitation of a clinic. */
export interface InviteKey {
  clinicId: string;
  key: string;
}

const type = 'clinician_invitation';

export const noSuchInvite = () => notFound('There is no such open invitation.');

/** Invitations to work in a clinic. They never expire. */
export class ClinicianInviteService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly clinicians: ClinicianService,
    private readonly records: ConfirmationRecords,
    private readonly mails: RequestedMails,
    private readonly news: ClinicNews,
    private readonly webUrl: string,
  ) {}

  /**
   * Invites whoever owns an address. Throws a conflict when they work in the clinic or are invited already, and a
   * refusal when the address has got too many mails.
   *
   * @param creatorId who invites; null for trusted servers
   */
  async invite(
    clinicId: string,
    { email, roles }: { email: string; roles: readonly ClinicianRole[] },
    creatorId: string | null,
  ): Promise<ClinicianEntity> {
    assertAddress(email);
    assertClinicianRoles(roles);
    const address = email.toLowerCase();
    const invited = await this.accounts.findByEmail(address);
    const inviterName = await this.nameOf(creatorId);
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      assertMigrated(clinic);
      const userId = ownerOf(invited);
      const invite = await this.records.add(manager, { type, email: address, userId, creatorId, clinicId });
      const clinician = await this.clinicians.insert(manager, clinicId, {
        inviteId: invite.key,
        email: address,
        roles,
      });
      await this.sendMail(manager, clinic, invite, { inviterName, hasAccount: invited !== null });
      this.tell(manager, { clinicId, userId });
      return clinician;
    });
  }

  /** The clinic and the invited account hear that something happened to an invitation. */
  private tell(manager: EntityManager, { clinicId, userId }: { clinicId: string; userId: string | null }) {
    this.news.invitationsChanged(manager, clinicId);
    this.news.receivedInvitationsChanged(manager, userId);
  }

  private async nameOf(userId: string | null): Promise<string | null> {
    const [name = null] = userId === null ? [] : await this.metadata.displayNames([userId]);
    return name;
  }

  private async sendMail(
    manager: EntityManager,
    { name }: ClinicEntity,
    { email, creatorId }: ConfirmationEntity,
    people: { inviterName: string | null; hasAccount: boolean },
  ): Promise<void> {
    const mail = clinicianInvitationMail({ webUrl: this.webUrl, to: email, clinicName: name, ...people });
    await this.mails.send(manager, mail, creatorId);
  }

  /** The open invitations behind these keys, in their order; null where there is none of the clinic. For loaders. */
  readonly findOpen = async (keys: readonly InviteKey[]): Promise<(ConfirmationEntity | null)[]> => {
    const found = await this.records.findMany(keys.map(({ key }) => key));
    return found.map((invite, index) => (isOpen(invite, keys[index]?.clinicId) ? invite : null));
  };

  /** Sends the mail of an open invitation once more. Throws when there is none, and when the address has got too many. */
  async resend({ clinicId, key }: InviteKey): Promise<ConfirmationEntity> {
    const [found] = await this.records.findMany([key]);
    const invited = found ? await this.accounts.findByEmail(found.email) : null;
    const inviterName = await this.nameOf(found?.creatorId ?? null);
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      assertMigrated(clinic);
      const invite = await this.records.lock(manager, key);
      if (!isOpen(invite, clinicId)) throw noSuchInvite();
      await this.sendMail(manager, clinic, invite, { inviterName, hasAccount: invited !== null });
      return this.records.touch(manager, invite);
    });
  }

  /** Calls an invitation off. One that is answered, or that there never was, is no matter. */
  async cancel({ clinicId, key }: InviteKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      assertMigrated(clinic);
      const invite = await this.records.lock(manager, key);
      const isCanceled = isOpen(invite, clinicId);
      if (isCanceled) await this.records.end(manager, invite, 'canceled');
      // There may be a record whose invitation is gone; nobody could be invited by its address again.
      const record = await findRecord(manager, { clinicId, key });
      if (record) await manager.delete(ClinicianEntity, { clinicId, id: record.id });
      if (isCanceled) this.tell(manager, { clinicId, userId: invite.userId });
    });
  }

  /** The open invitations that each of these clinics has sent, the newest first. For loaders. */
  readonly sentBy = async (clinicIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const open = await this.records.find({ type, status: 'pending', clinicId: In([...clinicIds]) });
    return clinicIds.map((id) => open.filter(({ clinicId }) => clinicId === id));
  };

  /**
   * The open invitations that each of these accounts can answer, the newest first. Those to an address that the
   * account has confirmed are theirs from then on. For loaders.
   */
  readonly receivedBy = async (userIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const users = (await this.accounts.findMany(userIds)).flatMap((user) => user ?? []);
    for (const user of users.filter(({ emailVerified }) => emailVerified)) await this.bindTo(user);
    const open = await this.records.ofUsers(userIds, { type, status: 'pending' });
    return userIds.map((id) => open.filter(({ userId }) => userId === id));
  };

  private async bindTo({ id, email }: UserEntity): Promise<void> {
    if (email === null) return;
    const unbound = (await this.records.ofAddress(email, { type, status: 'pending' })).filter(
      ({ userId }) => userId === null,
    );
    if (unbound.length === 0) return;
    await this.database.transaction((manager) =>
      this.records.bind(
        manager,
        unbound.map(({ key }) => key),
        id,
      ),
    );
  }

  /**
   * Lets the invited account work in the clinic. Throws when there is no open invitation for it, a refusal when the
   * clinic does not let it join, and a conflict when it works there already.
   *
   * @param provider identity provider of the session; null for none
   */
  async accept(userId: string, key: string, provider: string | null): Promise<ClinicianEntity> {
    const { user, clinicId } = await this.answerable(userId, key);
    const [profile] = await this.metadata.profiles([userId]);
    const name = typeof profile?.fullName === 'string' && profile.fullName !== '' ? profile.fullName : null;
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      assertMigrated(clinic);
      const invite = await this.records.lock(manager, key);
      const clinician = await manager.findOneBy(ClinicianEntity, { clinicId, inviteId: key });
      if (!isOpen(invite, clinicId) || !clinician) throw noSuchInvite();
      if (!mayJoin(clinic.membershipRestrictions, user.email, provider).canAccept)
        throw wrongState('The clinic does not let this account join.');
      await this.records.end(manager, invite, 'completed');
      this.tell(manager, { clinicId, userId });
      return this.settle(manager, clinician, { userId, name });
    });
  }

  private async settle(
    manager: EntityManager,
    clinician: ClinicianEntity,
    { userId, name }: { userId: string; name: string | null },
  ): Promise<ClinicianEntity> {
    const { clinicId, id, email } = clinician;
    storesOf(manager, [userId]);
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
      throw isDuplicateKey(error) ? conflict('The account works in the clinic already.') : error;
    }
    return Object.assign(clinician, set);
  }

  /** Declines an invitation. One that is answered, or that there never was, is no matter. */
  async decline(userId: string, key: string): Promise<void> {
    const [found] = await this.records.findMany([key]);
    if (found?.type !== type || found.status !== 'pending') return;
    const { clinicId } = await this.answerable(userId, key);
    await this.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.database, manager, clinicId));
      const invite = await this.records.lock(manager, key);
      if (!isOpen(invite, clinicId)) return;
      await this.records.end(manager, invite, 'declined');
      await manager.delete(ClinicianEntity, { clinicId, inviteId: key });
      this.tell(manager, { clinicId, userId });
    });
  }

  /** The clinic of an open invitation that an account can answer. Throws when there is none. */
  private async answerable(userId: string, key: string): Promise<{ user: UserEntity; clinicId: string }> {
    const [[invite], [user]] = await Promise.all([
      this.records.findMany([key]),
      this.accounts.findMany([userId]),
    ]);
    const isTheirs =
      invite?.userId === userId ||
      (invite?.userId === null && user?.emailVerified === true && user.email === invite.address);
    if (!user || !invite?.clinicId || !isOpen(invite, invite.clinicId) || !isTheirs) throw noSuchInvite();
    return { user, clinicId: invite.clinicId };
  }

  /** The record of somebody who is invited. Throws when there is none. */
  async recordOf(invite: InviteKey): Promise<ClinicianEntity> {
    const { reader } = this.database;
    const clinic = await reader.findOneBy(ClinicEntity, { id: invite.clinicId });
    if (clinic) assertMigrated(clinic);
    return recordWithin(reader, invite);
  }

  /** Gives the record of somebody who is invited to an account, for a trusted server. The invitation stays. */
  async associate(invite: InviteKey, userId: string): Promise<ClinicianEntity> {
    const [[user], name] = await Promise.all([this.accounts.findMany([userId]), this.nameOf(userId)]);
    return this.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.database, manager, invite.clinicId));
      const record = await recordWithin(manager, invite);
      if (!user) throw notFound('There is no such account.');
      return this.settle(manager, record, { userId, name });
    });
  }

  /** Removes the record of somebody who is invited, for a trusted server. The invitation stays. */
  async removeRecord(invite: InviteKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.database, manager, invite.clinicId));
      const { clinicId, id } = await recordWithin(manager, invite);
      await manager.delete(ClinicianEntity, { clinicId, id });
    });
  }
}

async function findRecord(
  manager: EntityManager,
  { clinicId, key }: InviteKey,
): Promise<ClinicianEntity | null> {
  const record = await manager.findOneBy(ClinicianEntity, { clinicId, inviteId: key });
  // MySQL takes no notice of blanks at the end.
  return record?.inviteId === key ? record : null;
}

async function recordWithin(manager: EntityManager, invite: InviteKey): Promise<ClinicianEntity> {
  const record = await findRecord(manager, invite);
  if (!record) throw noSuchClinician();
  return record;
}

const isOpen = (
  invite: ConfirmationEntity | null | undefined,
  clinicId: string | undefined,
): invite is ConfirmationEntity =>
  invite?.type === type && invite.status === 'pending' && invite.clinicId === clinicId;

/** An account owns its address once it is confirmed; else somebody could open invitations of others. */
const ownerOf = (user: UserEntity | null): string | null => (user?.emailVerified ? user.id : null);
