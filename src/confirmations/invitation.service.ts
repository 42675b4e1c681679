import { In, IsNull, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AlertsService } from '../alerts/alerts.service';
import type { Database } from '../database/database';
import { isEmailAddress, normalizeEmail } from '../rules/email-address';
import { badInput, conflict, notFound, wrongState } from '../errors';
import type { EventService } from '../events/event.service';
import type { MetadataService } from '../metadata/metadata.service';
import type { Permission } from '../sharing/permission';
import type { SharingService } from '../sharing/sharing.service';
import { isExpired, type ConfirmationRecords } from './confirmation-records.service';
import type { RequestedMails } from './requested-mails.service';
import type { ConfirmationEntity } from './confirmation.entity';
import { invitationReceivedEvents, invitationStatusEvents } from './invitation-events';
import { personContext, readContext, type InvitationContext } from './invitation-context';
import { alertingInvitationMail, invitationMail } from './mails/invitation-mails';

/** Whom somebody invites, and to what. */
export interface NewInvitation extends InvitationContext {
  email: string;
}

/** One invitation, as the invited person speaks of it. */
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

const alreadyMember = () => conflict('The user is already an existing member');
const noMatch = () => wrongState('The invitation is not one that this account can answer.');

/** Of several open invitations of somebody to an address there is only one. */
const exclusive = ({ creatorId, address }: Pick<ConfirmationEntity, 'creatorId' | 'address'>) => [
  type,
  creatorId ?? '',
  address,
];

/** Invitations from one person to another to see, write or follow their data. */
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly sharing: SharingService,
    private readonly alerts: AlertsService,
    private readonly records: ConfirmationRecords,
    private readonly mails: RequestedMails,
    private readonly events: EventService,
    private readonly settings: InvitationSettings,
  ) {}

  /**
   * Invites whoever owns an address. Throws when the invitation makes no sense, and a conflict when one is open
   * already or the person is a member; the only thing that members can be invited to is to follow as well. Throws as
   * well when the address has got too many mails.
   */
  async send(inviterId: string, given: NewInvitation): Promise<ConfirmationEntity> {
    const invitation = { ...given, permissions: given.permissions.filter((name) => name !== 'custodian') };
    assertSendable(invitation);
    const [inviter] = await this.accounts.findMany([inviterId]);
    if (!inviter) throw notFound('User not found');
    const address = normalizeEmail(invitation.email);
    if (inviter.email === address) throw alreadyMember();
    const invited = await this.accounts.findByEmail(address);
    const permissions = await this.beyondHeld(inviterId, invited, invitation.permissions);
    const [inviterName = null] = await this.metadata.displayNames([inviterId]);
    return this.database.transaction(async (manager) => {
      const added = await this.records.add(manager, {
        type,
        email: invitation.email,
        userId: ownerOf(invited),
        creatorId: inviterId,
        context: personContext({ ...invitation, permissions }),
        lifetime: this.settings.lifetime,
        exclusive: exclusive({ creatorId: inviterId, address }),
      });
      await this.sendMail(manager, added, inviterName);
      const { key, userId } = added;
      if (userId !== null) this.events.publish(manager, invitationReceivedEvents(userId), { key });
      return added;
    });
  }

  /** What a member would have after accepting. Throws when that is not to follow in addition. */
  private async beyondHeld(inviterId: string, invited: UserEntity | null, wanted: Permission[]) {
    const share = invited && (await this.sharing.shareOf(inviterId, invited.id));
    if (!share) return wanted;
    const held = share.permissions;
    if (!wanted.includes('follow') || held.includes('follow')) throw alreadyMember();
    return [...new Set([...wanted, ...held.filter((permission) => permission !== 'custodian')])];
  }

  private async sendMail(manager: EntityManager, invitation: ConfirmationEntity, inviterName: string | null) {
    const { email, userId, creatorId, context } = invitation;
    const facts = { webUrl: this.settings.webUrl, email, inviterName, hasAccount: userId !== null };
    const isAlerting = readContext(context).permissions.includes('follow');
    const mail = isAlerting ? alertingInvitationMail(facts) : invitationMail(facts);
    await this.mails.send(manager, mail, creatorId);
  }

  /**
   * Sends the mail of a pending invitation once more; its lifetime starts anew. Throws when it is not pending, and when
   * the address has got too many mails.
   */
  async resend(key: string): Promise<ConfirmationEntity> {
    const [found] = await this.records.findMany([key]);
    const [inviterName = null] = found?.creatorId ? await this.metadata.displayNames([found.creatorId]) : [];
    return this.database.transaction(async (manager) => {
      const invitation = await this.records.lock(manager, key);
      if (!isOfPerson(invitation) || invitation.status !== 'pending')
        throw wrongState('There is no pending invitation to send again.');
      const renewed = await this.records.renew(
        manager,
        invitation,
        this.settings.lifetime,
        exclusive(invitation),
      );
      await this.sendMail(manager, renewed, inviterName);
      return renewed;
    });
  }

  /** Calls off all open and declined invitations to an address. What was granted stays. Throws when there is none. */
  async cancel(inviterId: string, email: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const open = {
        type,
        creatorId: inviterId,
        clinicId: IsNull(),
        status: In(['pending', 'declined']),
      } as const;
      const found = await this.records.ofAddress(email, open, manager);
      const canceled = await this.records.endAll(manager, found, ['pending', 'declined'], 'canceled');
      if (canceled === 0) throw notFound('There is no open invitation to this address.');
      for (const invitation of found) this.tell(manager, invitation);
    });
  }

  /**
   * Lets the invited account do what it was invited to, beside what it may do already, and sets up its alerts. Throws
   * when there is no such invitation, and a refusal when it is not this account's to accept, or not any more.
   */
  async accept(received: ReceivedInvitation): Promise<void> {
    await this.database.transaction(async (manager) => {
      const invitation = await this.answerable(manager, received);
      if (invitation.status !== 'pending') throw noMatch();
      const { permissions, alertsConfig } = readContext(invitation.context);
      if (alertsConfig && !permissions.includes('follow')) throw withoutFollow('/key');
      const { userId, inviterId } = received;
      await this.sharing.add(manager, inviterId, userId, permissions);
      if (alertsConfig) {
        await this.alerts.configure(manager, { followedId: inviterId, followerId: userId }, alertsConfig);
      }
      await this.records.end(manager, invitation, 'completed');
      this.tell(manager, { ...invitation, userId });
    });
  }

  /** Declines an invitation; doing it again changes nothing. Throws as `accept` does. */
  async decline(received: ReceivedInvitation): Promise<void> {
    await this.database.transaction(async (manager) => {
      const invitation = await this.answerable(manager, received);
      if (invitation.status === 'declined') return;
      if (invitation.status !== 'pending') throw noMatch();
      await this.records.end(manager, invitation, 'declined');
      this.tell(manager, { ...invitation, userId: received.userId });
    });
  }

  /** Both sides hear of what has become of an invitation. */
  private tell(
    manager: EntityManager,
    { key, creatorId, userId }: Pick<ConfirmationEntity, 'key' | 'creatorId' | 'userId'>,
  ): void {
    for (const id of [creatorId, userId])
      if (id !== null) this.events.publish(manager, invitationStatusEvents(id), { key });
  }

  /** The invitation behind a key, locked. Throws when it is not one of this inviter to this account, or has expired. */
  private async answerable(manager: EntityManager, { userId, inviterId, key }: ReceivedInvitation) {
    const invitation = await this.records.lock(manager, key);
    if (!invitation) throw notFound('There is no invitation with this key.');
    const isTheirs = isOfPerson(invitation) && invitation.creatorId === inviterId && inviterId !== userId;
    if (!isTheirs || isExpired(invitation)) throw noMatch();
    if (invitation.userId === userId) return invitation;
    const [user] = await this.accounts.findMany([userId]);
    if (invitation.userId !== null || !user || !isAddressOf(user, invitation)) throw noMatch();
    await this.records.bind(manager, [key], userId);
    return invitation;
  }

  /** What each of these accounts has sent and is still open or was declined, to people and clinics. For loaders. */
  readonly sentBy = async (inviterIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const sent = await this.records.find({
      type,
      creatorId: In([...inviterIds]),
      status: In(['pending', 'declined']),
    });
    return inviterIds.map((id) => sent.filter(({ creatorId }) => creatorId === id));
  };

  /**
   * The invitations that each of these accounts can answer. Those to an address that the account has confirmed are
   * theirs from then on, whatever becomes of the address. For loaders.
   */
  readonly receivedBy = async (userIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    await this.bindToOwners(await this.accounts.findMany(userIds));
    const received = await this.records.ofUsers(userIds, { type, clinicId: IsNull(), status: 'pending' });
    return userIds.map((id) =>
      received.filter((invitation) => invitation.userId === id && !isExpired(invitation)),
    );
  };

  private async bindToOwners(users: readonly (UserEntity | null)[]): Promise<void> {
    const owners = users.flatMap((user) => (user?.email && user.emailVerified ? [user] : []));
    if (owners.length === 0) return;
    const addresses = owners.map(({ email }) => email ?? '');
    const found = await this.records.find({
      type,
      clinicId: IsNull(),
      userId: IsNull(),
      status: 'pending',
      address: In(addresses),
    });
    const theirs = owners.map((user) => ({
      userId: user.id,
      keys: found
        .filter((invitation) => isAddressOf(user, invitation) && invitation.creatorId !== user.id)
        .map(({ key }) => key),
    }));
    const someones = theirs.filter(({ keys }) => keys.length > 0);
    if (someones.length === 0) return;
    await this.database.transaction((manager) =>
      Promise.all(someones.map(({ userId, keys }) => this.records.bind(manager, keys, userId))),
    );
  }
}

/** Throws when nobody could accept the invitation. */
function assertSendable({ email, permissions, nickname, alertsConfig }: NewInvitation): void {
  if (!isEmailAddress(email)) throw invalid('This is not an e-mail address.', '/email');
  if ((nickname?.length ?? 0) > longestNickname)
    throw invalid(`A nickname has at most ${longestNickname} characters.`, '/nickname');
  if (permissions.length === 0) throw invalid('At least one permission is required.', '/permissions');
  if (alertsConfig && !permissions.includes('follow')) throw withoutFollow('/alertsConfig');
}

const withoutFollow = (pointer: string) =>
  invalid('Alerts can only be configured together with the permission follow.', pointer);

const isOfPerson = (invitation: ConfirmationEntity | null): invitation is ConfirmationEntity =>
  invitation?.type === type && invitation.clinicId === null;

/** An account owns its address once it is confirmed; else somebody could open invitations of others. */
const ownerOf = (user: UserEntity | null): string | null => (user?.emailVerified ? user.id : null);

const isAddressOf = (user: UserEntity, { address }: ConfirmationEntity): boolean =>
  user.emailVerified && user.email === address;
