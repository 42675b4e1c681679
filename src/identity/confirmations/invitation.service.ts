import { In, IsNull, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../../platform/database/database';
import { isEmailAddress, normalizeEmail } from '../../platform/rules/email-address';
import { badInput, conflict, notFound, wrongState } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import type { MetadataService } from '../metadata/metadata.service';
import type { Permission } from '../permission';
import type { SharingService } from '../sharing/sharing.service';
import { isExpired, type ConfirmationRecords } from './confirmation-records.service';
import type { RequestedMails } from './requested-mails.service';
import type { ConfirmationEntity } from './confirmation.entity';
import { invitationReceivedEvents, invitationStatusEvents } from './invitation-events';
import {
  personContext,
  readContext,
  requestedPermissions,
  type InvitationContext,
} from './invitation-context';
import { alertingInvitationMail, invitationMail } from './mails/invitation-mails';
import type { FirstAlerts } from './ports';
import { declareCreated } from '../../platform/database/created';

/** The recipient and content of a new invitation. */
export interface NewInvitation extends InvitationContext {
  email: string;
}

/** Identifies an invitation for its recipient. */
export interface ReceivedInvitation {
  /** The invited account. */
  userId: string;
  inviterId: string;
  key: string;
}

interface InvitationSettings {
  webUrl: string;
  /** Seconds. */
  lifetime: number;
}

const type = 'careteam_invitation';

const longestNickname = 255;

const invalid = (detail: string, pointer: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

const alreadyMember = () => conflict('The user is already an existing member').about('email');
const noMatch = () => wrongState('The account cannot answer this invitation.').about('key');

/** Only one invitation per inviter and address can be open. */
const exclusive = ({ creatorId, address }: Pick<ConfirmationEntity, 'creatorId' | 'address'>) => [
  type,
  creatorId ?? '',
  address,
];

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  sharing: SharingService;
  firstAlerts: FirstAlerts;
  confirmationRecords: ConfirmationRecords;
  requestedMails: RequestedMails;
  events: EventService;
}

/** Invitations from one person to another to view, write or follow their data. */
export class InvitationService {
  constructor(
    private readonly parts: Parts,
    private readonly settings: InvitationSettings,
  ) {}

  /**
   * Invites the owner of an address. Throws when the invitation is invalid, and a conflict when one is already open
   * or the person is a member; members can only be invited to follow in addition. Also throws when the address has
   * received too many mails.
   *
   * @param senderId account that acts, which may be a custodian of the inviter; null for trusted servers
   */
  async send(inviterId: string, given: NewInvitation, senderId: string | null): Promise<ConfirmationEntity> {
    const invitation = { ...given, permissions: given.permissions.filter((name) => name !== 'custodian') };
    assertSendable(invitation);
    const [inviter] = await this.parts.accounts.findMany([inviterId]);
    if (!inviter) throw notFound('User not found').about('userId');
    const address = normalizeEmail(invitation.email);
    if (inviter.email === address) throw alreadyMember();
    const invited = await this.parts.accounts.findByEmail(address);
    const permissions = await this.beyondHeld(inviterId, invited, invitation.permissions);
    const [inviterName = null] = await this.parts.metadata.displayNames([inviterId]);
    return this.parts.database.transaction(async (manager) => {
      const added = await this.parts.confirmationRecords.add(manager, {
        type,
        email: invitation.email,
        userId: confirmedUserId(invited),
        creatorId: inviterId,
        context: personContext({ ...invitation, permissions }, invitation.permissions),
        lifetime: this.settings.lifetime,
        exclusive: exclusive({ creatorId: inviterId, address }),
      });
      await this.sendMail(manager, added, { inviterName, senderId });
      const { key, userId } = added;
      if (userId !== null) this.parts.events.publish(manager, invitationReceivedEvents(userId), { key });
      declareCreated(manager, key);
      return added;
    });
  }

  /** A member's permissions after accepting. Throws unless the only addition is to follow. */
  private async beyondHeld(inviterId: string, invited: UserEntity | null, wanted: Permission[]) {
    const share = invited && (await this.parts.sharing.findShare(inviterId, invited.id));
    if (!share) return wanted;
    const held = share.permissions;
    if (!wanted.includes('follow') || held.includes('follow')) throw alreadyMember();
    return [...new Set([...wanted, ...held.filter((permission) => permission !== 'custodian')])];
  }

  private async sendMail(
    manager: EntityManager,
    { email, userId, context }: ConfirmationEntity,
    { inviterName, senderId }: { inviterName: string | null; senderId: string | null },
  ) {
    const facts = { webUrl: this.settings.webUrl, email, inviterName, hasAccount: userId !== null };
    const isAlerting = readContext(context).permissions.includes('follow');
    const mail = isAlerting ? alertingInvitationMail(facts) : invitationMail(facts);
    await this.parts.requestedMails.send(manager, mail, senderId);
  }

  /**
   * Resends the mail of a pending invitation and restarts its lifetime. Throws when it is not pending, and when the
   * address has received too many mails.
   *
   * @param senderId as in `send`
   */
  async resend(key: string, senderId: string | null): Promise<ConfirmationEntity> {
    const [found] = await this.parts.confirmationRecords.findMany([key]);
    const [inviterName = null] = found?.creatorId
      ? await this.parts.metadata.displayNames([found.creatorId])
      : [];
    return this.parts.database.transaction(async (manager) => {
      const invitation = await this.parts.confirmationRecords.lock(manager, key);
      if (!isOfPerson(invitation) || invitation.status !== 'pending')
        throw wrongState('There is no pending invitation to resend.').about('key');
      const renewed = await this.parts.confirmationRecords.renew(
        manager,
        invitation,
        this.settings.lifetime,
        exclusive(invitation),
      );
      await this.sendMail(manager, renewed, { inviterName, senderId });
      return renewed;
    });
  }

  /**
   * Cancels all open and declined invitations to an address, and returns them. Granted permissions stay. Throws if
   * there are none.
   */
  async cancel(inviterId: string, email: string): Promise<ConfirmationEntity[]> {
    return this.parts.database.transaction(async (manager) => {
      const open = {
        type,
        creatorId: inviterId,
        clinicId: IsNull(),
        status: In(['pending', 'declined']),
      } as const;
      const found = await this.parts.confirmationRecords.ofAddress(email, open, manager);
      const canceled = await this.parts.confirmationRecords.endAll(
        manager,
        found,
        ['pending', 'declined'],
        'canceled',
      );
      if (canceled === 0) throw notFound('There is no open invitation to this address.').about('email');
      for (const invitation of found) this.tell(manager, invitation);
      return found;
    });
  }

  /**
   * Accepts an invitation: adds the permissions it asks for to those held now, and sets up its alerts. Throws if it does not
   * exist, and a refusal if this account cannot accept it, or not any more.
   */
  async accept(received: ReceivedInvitation): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const invitation = await this.answerable(manager, received);
      if (invitation.status !== 'pending') throw noMatch();
      const { permissions, alertsConfig } = readContext(invitation.context);
      if (alertsConfig && !permissions.includes('follow')) throw withoutFollow('/key');
      const { userId, inviterId } = received;
      await this.parts.sharing.add(manager, inviterId, userId, requestedPermissions(invitation.context));
      if (alertsConfig) {
        await this.parts.firstAlerts.configure(
          manager,
          { followedId: inviterId, followerId: userId },
          alertsConfig,
        );
      }
      await this.parts.confirmationRecords.end(manager, invitation, 'completed');
      this.tell(manager, { ...invitation, userId });
    });
  }

  /** Declines an invitation and returns it; repeating it has no effect. Throws as `accept` does. */
  async decline(received: ReceivedInvitation): Promise<ConfirmationEntity> {
    return this.parts.database.transaction(async (manager) => {
      const invitation = await this.answerable(manager, received);
      if (invitation.status === 'declined') return invitation;
      if (invitation.status !== 'pending') throw noMatch();
      const declined = await this.parts.confirmationRecords.end(manager, invitation, 'declined');
      this.tell(manager, { ...declined, userId: received.userId });
      return declined;
    });
  }

  /** Notifies both sides of a change to an invitation. */
  private tell(
    manager: EntityManager,
    { key, creatorId, userId }: Pick<ConfirmationEntity, 'key' | 'creatorId' | 'userId'>,
  ): void {
    for (const id of [creatorId, userId])
      if (id !== null) this.parts.events.publish(manager, invitationStatusEvents(id), { key });
  }

  /** The invitation behind a key, locked. Throws if it is not from this inviter to this account, or has expired. */
  private async answerable(manager: EntityManager, { userId, inviterId, key }: ReceivedInvitation) {
    const invitation = await this.parts.confirmationRecords.lock(manager, key);
    if (!invitation) throw notFound('There is no invitation with this key.').about('key');
    const isTheirs = isOfPerson(invitation) && invitation.creatorId === inviterId && inviterId !== userId;
    if (!isTheirs || isExpired(invitation)) throw noMatch();
    if (invitation.userId === userId) return invitation;
    const [user] = await this.parts.accounts.findMany([userId]);
    if (invitation.userId !== null || !user || !hasAddress(user, invitation)) throw noMatch();
    await this.parts.confirmationRecords.bind(manager, [key], userId);
    return invitation;
  }

  /** Open and declined invitations that each of these accounts has sent, to people and clinics. For loaders. */
  readonly sentBy = async (inviterIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const sent = await this.parts.confirmationRecords.find({
      type,
      creatorId: In([...inviterIds]),
      status: In(['pending', 'declined']),
    });
    return inviterIds.map((id) => sent.filter(({ creatorId }) => creatorId === id));
  };

  /**
   * The invitations that each of these accounts can answer. Those to an address that the account has confirmed are
   * assigned to it, whatever happens to the address later. For loaders.
   */
  readonly receivedBy = async (userIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    await this.bindToOwners(await this.parts.accounts.findMany(userIds));
    const received = await this.parts.confirmationRecords.ofUsers(userIds, {
      type,
      clinicId: IsNull(),
      status: 'pending',
    });
    return userIds.map((id) =>
      received.filter((invitation) => invitation.userId === id && !isExpired(invitation)),
    );
  };

  private async bindToOwners(users: readonly (UserEntity | null)[]): Promise<void> {
    const owners = users.flatMap((user) => (user?.email && user.emailVerified ? [user] : []));
    if (owners.length === 0) return;
    const addresses = owners.map(({ email }) => email ?? '');
    const found = await this.parts.confirmationRecords.find({
      type,
      clinicId: IsNull(),
      userId: IsNull(),
      status: 'pending',
      address: In(addresses),
    });
    const theirs = owners.map((user) => ({
      userId: user.id,
      keys: found
        .filter((invitation) => hasAddress(user, invitation) && invitation.creatorId !== user.id)
        .map(({ key }) => key),
    }));
    const someones = theirs.filter(({ keys }) => keys.length > 0);
    if (someones.length === 0) return;
    await this.parts.database.transaction((manager) =>
      Promise.all(
        someones.map(({ userId, keys }) => this.parts.confirmationRecords.bind(manager, keys, userId)),
      ),
    );
  }
}

/** Throws when nobody could accept the invitation. */
function assertSendable({ email, permissions, nickname, alertsConfig }: NewInvitation): void {
  if (!isEmailAddress(email)) throw invalid('This is not an email address.', '/email');
  if ((nickname?.length ?? 0) > longestNickname)
    throw invalid(`A nickname can have at most ${longestNickname} characters.`, '/nickname');
  if (permissions.length === 0) throw invalid('At least one permission is required.', '/permissions');
  if (alertsConfig && !permissions.includes('follow')) throw withoutFollow('/alertsConfig');
}

const withoutFollow = (pointer: string) =>
  invalid('Alerts can only be configured together with the permission follow.', pointer);

const isOfPerson = (invitation: ConfirmationEntity | null): invitation is ConfirmationEntity =>
  invitation?.type === type && invitation.clinicId === null;

/** An account owns its address once it is confirmed; otherwise somebody could accept invitations of others. */
const confirmedUserId = (user: UserEntity | null): string | null => (user?.emailVerified ? user.id : null);

const hasAddress = (user: UserEntity, { address }: ConfirmationEntity): boolean =>
  user.emailVerified && user.email === address;
