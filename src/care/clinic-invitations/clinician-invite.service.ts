import { In, IsNull, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import type { UserEntity } from '../../identity/accounts/user.entity';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationEntity } from '../../identity/confirmations/confirmation.entity';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { Database } from '../../platform/database/database';
import { notFound, wrongState } from '../../platform/errors';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicService } from '../clinics/clinic.service';
import type { ClinicEntity } from '../clinics/clinic.entity';
import { assertAddress, assertClinicianRoles } from '../clinics/people/clinician-fields';
import type { ClinicianRole } from '../clinics/people/clinician-role';
import type { ClinicianEntity } from '../clinics/people/clinician.entity';
import { noSuchClinician, type ClinicianService } from '../clinics/people/clinician.service';
import { assertMigrated, lockClinic } from '../clinics/lock-clinic';
import { clinicianInvitationMail } from './invitation-mails';
import { mayJoin } from './membership';
import { declareCreated } from '../../platform/database/created';

/** An invitation to work in a clinic. */
export interface InviteKey {
  clinicId: string;
  key: string;
}

const type = 'clinician_invitation';

export const noSuchInvite = () => notFound('There is no such open invitation.').about('key');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  clinics: ClinicService;
  clinicians: ClinicianService;
  confirmationRecords: ConfirmationRecords;
  requestedMails: RequestedMails;
  clinicNews: ClinicNews;
}

/** Invitations to work in a clinic. They never expire. */
export class ClinicianInviteService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /**
   * Invites the owner of an address. Throws a conflict when they already work in the clinic or are invited, and a
   * refusal when the address has received too many mails.
   *
   * @param creatorId the inviting account; null for trusted servers
   */
  async invite(
    clinicId: string,
    { email, roles }: { email: string; roles: readonly ClinicianRole[] },
    creatorId: string | null,
  ): Promise<ClinicianEntity> {
    assertAddress(email);
    assertClinicianRoles(roles);
    const address = email.toLowerCase();
    const invited = await this.parts.accounts.findByEmail(address);
    const inviterName = await this.findName(creatorId);
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      assertMigrated(clinic);
      const userId = confirmedOwner(invited);
      const invite = await this.parts.confirmationRecords.add(manager, {
        type,
        email: address,
        userId,
        creatorId,
        clinicId,
      });
      const clinician = await this.parts.clinicians.insert(manager, clinicId, {
        inviteId: invite.key,
        email: address,
        roles,
      });
      await this.sendMail(manager, clinic, invite, { inviterName, hasAccount: invited !== null });
      this.tell(manager, { clinicId, userId });
      declareCreated(manager, clinician.id);
      return clinician;
    });
  }

  /** Notifies the clinic and the invited account of a change to an invitation. */
  private tell(manager: EntityManager, { clinicId, userId }: { clinicId: string; userId: string | null }) {
    this.parts.clinicNews.invitationsChanged(manager, clinicId);
    this.parts.clinicNews.receivedInvitationsChanged(manager, userId);
  }

  private async findName(userId: string | null): Promise<string | null> {
    const [name = null] = userId === null ? [] : await this.parts.metadata.displayNames([userId]);
    return name;
  }

  private async sendMail(
    manager: EntityManager,
    { name }: ClinicEntity,
    { email, creatorId }: ConfirmationEntity,
    people: { inviterName: string | null; hasAccount: boolean },
  ): Promise<void> {
    const mail = clinicianInvitationMail({ webUrl: this.webUrl, to: email, clinicName: name, ...people });
    await this.parts.requestedMails.send(manager, mail, creatorId);
  }

  /** Open invitations of the clinic by key, in order; null if there is none. For loaders. */
  readonly findOpen = async (keys: readonly InviteKey[]): Promise<(ConfirmationEntity | null)[]> => {
    const found = await this.parts.confirmationRecords.findMany(keys.map(({ key }) => key));
    return found.map((invite, index) => (isOpen(invite, keys[index]?.clinicId) ? invite : null));
  };

  /** Resends the mail of an open invitation. Throws if there is none, and when the address has received too many. */
  async resend({ clinicId, key }: InviteKey): Promise<ConfirmationEntity> {
    const [found] = await this.parts.confirmationRecords.findMany([key]);
    const invited = found ? await this.parts.accounts.findByEmail(found.email) : null;
    const inviterName = await this.findName(found?.creatorId ?? null);
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      assertMigrated(clinic);
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      if (!isOpen(invite, clinicId)) throw noSuchInvite();
      await this.sendMail(manager, clinic, invite, { inviterName, hasAccount: invited !== null });
      return this.parts.confirmationRecords.touch(manager, invite);
    });
  }

  /**
   * Cancels an invitation. Answered or missing invitations are ignored. Returns the id of the removed record; null if
   * there was none.
   */
  async cancel({ clinicId, key }: InviteKey): Promise<string | null> {
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      assertMigrated(clinic);
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      const isCanceled = isOpen(invite, clinicId);
      if (isCanceled) await this.parts.confirmationRecords.end(manager, invite, 'canceled');
      // The record may exist without an invitation, and would prevent a new invitation to its address.
      const recordId = await this.parts.clinicians.removeInvited(manager, { clinicId, key });
      if (isCanceled) this.tell(manager, { clinicId, userId: invite.userId });
      return recordId;
    });
  }

  /** Open invitations sent by each of these clinics, newest first. For loaders. */
  readonly sentBy = async (clinicIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const open = await this.parts.confirmationRecords.find({
      type,
      status: 'pending',
      clinicId: In([...clinicIds]),
    });
    return clinicIds.map((id) => open.filter(({ clinicId }) => clinicId === id));
  };

  /**
   * Open invitations that each of these accounts can answer, newest first. Those to an address that the account has
   * confirmed are assigned to it. For loaders.
   */
  readonly receivedBy = async (userIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const users = (await this.parts.accounts.findMany(userIds)).flatMap((user) => user ?? []);
    await this.bindToOwners(users.filter(({ emailVerified }) => emailVerified));
    const open = await this.parts.confirmationRecords.ofUsers(userIds, { type, status: 'pending' });
    return userIds.map((id) => open.filter(({ userId }) => userId === id));
  };

  private async bindToOwners(users: readonly UserEntity[]): Promise<void> {
    const owners = users.flatMap(({ id, email }) => (email === null ? [] : { id, email }));
    const unbound = await this.parts.confirmationRecords.ofAddresses(
      owners.map(({ email }) => email),
      { type, status: 'pending', userId: IsNull() },
    );
    const theirs = owners
      .map(({ id }, index) => ({ id, keys: (unbound[index] ?? []).map(({ key }) => key) }))
      .filter(({ keys }) => keys.length > 0);
    if (theirs.length === 0) return;
    await this.parts.database.transaction((manager) =>
      Promise.all(theirs.map(({ id, keys }) => this.parts.confirmationRecords.bind(manager, keys, id))),
    );
  }

  /**
   * Adds the invited account to the clinic. Throws when it has no open invitation, a refusal when the clinic's
   * restrictions do not allow it to join, and a conflict when it already works there.
   *
   * @param provider identity provider of the session; null for none
   */
  async accept(userId: string, key: string, provider: string | null): Promise<ClinicianEntity> {
    const clinicId = await this.answerable(userId, key);
    const [profile] = await this.parts.metadata.profiles([userId]);
    const name = typeof profile?.fullName === 'string' && profile.fullName !== '' ? profile.fullName : null;
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      assertMigrated(clinic);
      const user = await this.parts.accounts.lock(manager, userId);
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      const clinician = await this.parts.clinicians.findInvited(manager, { clinicId, key });
      if (!isOpen(invite, clinicId) || !clinician) throw noSuchInvite();
      if (!mayJoin(clinic.membershipRestrictions, user, provider).canAccept)
        throw wrongState("The clinic's restrictions do not allow this account to join.");
      await this.parts.confirmationRecords.end(manager, invite, 'completed');
      this.tell(manager, { clinicId, userId });
      return this.parts.clinicians.settle(manager, clinician, { userId, name });
    });
  }

  /** Declines an invitation, and returns its clinic. Answered or missing invitations are ignored: null. */
  async decline(userId: string, key: string): Promise<string | null> {
    const [found] = await this.parts.confirmationRecords.findMany([key]);
    if (found?.type !== type || found.status !== 'pending') return null;
    const clinicId = await this.answerable(userId, key);
    return this.parts.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.parts.database, manager, clinicId));
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      if (!isOpen(invite, clinicId)) return null;
      await this.parts.confirmationRecords.end(manager, invite, 'declined');
      await this.parts.clinicians.removeInvited(manager, { clinicId, key });
      this.tell(manager, { clinicId, userId });
      return clinicId;
    });
  }

  /** The clinic of an open invitation that an account can answer. Throws if there is none. */
  private async answerable(userId: string, key: string): Promise<string> {
    const [[invite], [user]] = await Promise.all([
      this.parts.confirmationRecords.findMany([key]),
      this.parts.accounts.findMany([userId]),
    ]);
    const isTheirs =
      invite?.userId === userId ||
      (invite?.userId === null && user?.emailVerified === true && user.email === invite.address);
    if (!user || !invite?.clinicId || !isOpen(invite, invite.clinicId) || !isTheirs) throw noSuchInvite();
    return invite.clinicId;
  }

  /** The record of an invited member. Throws if there is none. */
  async findRecord(invite: InviteKey): Promise<ClinicianEntity> {
    const [clinic] = await this.parts.clinics.findMany([invite.clinicId]);
    if (clinic) assertMigrated(clinic);
    return this.recordWithin(this.parts.database.reader, invite);
  }

  private async recordWithin(manager: EntityManager, invite: InviteKey): Promise<ClinicianEntity> {
    const record = await this.parts.clinicians.findInvited(manager, invite);
    if (!record) throw noSuchClinician().about('key');
    return record;
  }

  /** Links the record of an invited member to an account, for a trusted server. The invitation stays. */
  async associate(invite: InviteKey, userId: string): Promise<ClinicianEntity> {
    const [[user], name] = await Promise.all([this.parts.accounts.findMany([userId]), this.findName(userId)]);
    return this.parts.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.parts.database, manager, invite.clinicId));
      const record = await this.recordWithin(manager, invite);
      if (!user) throw notFound('There is no such account.').about('userId');
      return this.parts.clinicians.settle(manager, record, { userId, name });
    });
  }

  /** Removes the record of an invited member, for a trusted server, and returns its id. The invitation stays. */
  async removeRecord(invite: InviteKey): Promise<string> {
    return this.parts.database.transaction(async (manager) => {
      assertMigrated(await lockClinic(this.parts.database, manager, invite.clinicId));
      const recordId = await this.parts.clinicians.removeInvited(manager, invite);
      if (recordId === null) throw noSuchClinician().about('key');
      return recordId;
    });
  }
}

const isOpen = (
  invite: ConfirmationEntity | null | undefined,
  clinicId: string | undefined,
): invite is ConfirmationEntity =>
  invite?.type === type && invite.status === 'pending' && invite.clinicId === clinicId;

/**
 * Only the owner of an address can confirm it. Without confirmation, an account could accept invitations to another
 * person's address.
 */
const confirmedOwner = (user: UserEntity | null): string | null => (user?.emailVerified ? user.id : null);
