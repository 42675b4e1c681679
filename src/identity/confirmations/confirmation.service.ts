import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../../platform/database/database';
import { forbidden, notFound, wrongState } from '../../platform/errors';
import { isExpired, type ConfirmationRecords } from './confirmation-records.service';
import { ConfirmationEntity } from './confirmation.entity';
import { assertShortId } from '../../platform/rules/identifiers';
import type { RequestedMails } from './requested-mails.service';
import type { SignupMailWriter } from './signup-mail-writer';

/** A request to confirm an address. */
export interface SignupRequest {
  /** Account of the caller; null for trusted servers. */
  callerId: string | null;
  /** Clinic that created the account; set by trusted servers. */
  clinicId?: string;
  /** Member of the clinic who created it; set by trusted servers. */
  invitedBy?: string;
}

type Askers = Pick<ConfirmationEntity, 'creatorId' | 'clinicId'>;

const type = 'signup_confirmation';
const nobody: Askers = { creatorId: null, clinicId: null };

/** Stored with a confirmation that claimed an account. */
const takenOver = { claimed: true };

const byNobody: SignupRequest = { callerId: null };

const noMatch = () => notFound('No matching signup confirmation was found').about('key', 'email');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  confirmationRecords: ConfirmationRecords;
  writer: SignupMailWriter;
  requestedMails: RequestedMails;
}

/** Confirmations of addresses: following the link in the mail proves that the address is one's own. */
export class ConfirmationService {
  constructor(
    private readonly parts: Parts,
    /** Lifetime of a sign-up confirmation, in seconds. */
    private readonly lifetime: number,
  ) {}

  /**
   * `addSignup` with a mail, which is sent once the confirmation is committed. Also throws when the address has
   * received too many mails.
   */
  async sendSignup(userId: string, request: SignupRequest = byNobody): Promise<ConfirmationEntity | null> {
    return this.parts.database.transaction(async (manager) => {
      const added = await this.addWithin(manager, userId, request);
      if (!added) return null;
      // A trusted server acts on its own behalf, whomever it names.
      const senderId = request.callerId === null ? null : added.confirmation.creatorId;
      await this.sendMail(manager, added.user, added.confirmation, senderId);
      return added.confirmation;
    });
  }

  /**
   * Creates a confirmation of an account's address, without a mail; null if it has none. Throws a refusal while an
   * earlier confirmation of the same address is valid or already given, and for a service account. All other keys become
   * invalid.
   */
  async addSignup(userId: string, request: SignupRequest): Promise<ConfirmationEntity | null> {
    const added = await this.parts.database.transaction((manager) =>
      this.addWithin(manager, userId, request),
    );
    return added?.confirmation ?? null;
  }

  private async addWithin(manager: EntityManager, userId: string, request: SignupRequest) {
    // Values from people are ignored here.
    if (request.callerId === null) {
      assertShortId('invitedBy', request.invitedBy);
      assertShortId('clinicId', request.clinicId);
    }
    const user = await this.parts.accounts.lock(manager, userId);
    if (this.parts.accounts.isServiceAccount(user))
      throw forbidden('A service account has no address to confirm.');
    const [existing] = await this.parts.confirmationRecords.find({ userId, type }, manager);
    if (existing && isSettled(existing, user)) {
      throw wrongState('User already has an existing valid signup confirmation').about('userId');
    }
    const before = existing ?? nobody;
    const askers = this.parts.accounts.isUnclaimed(user) ? chooseAskers(request, before) : nobody;
    const confirmation = await this.replace(manager, user, askers);
    return confirmation && { user, confirmation };
  }

  /**
   * Sends the mail that confirms the address of an account; earlier links become invalid. Throws when the address
   * has received too many mails.
   */
  async replaceSignup(manager: EntityManager, userId: string): Promise<void> {
    const user = await this.parts.accounts.lock(manager, userId);
    const [existing] = await this.parts.confirmationRecords.find({ userId, type }, manager);
    const askers = this.parts.accounts.isUnclaimed(user) ? (existing ?? nobody) : nobody;
    const confirmation = await this.replace(manager, user, askers);
    if (confirmation) await this.sendMail(manager, user, confirmation);
  }

  /**
   * Asks the owner of an account to claim it, within a larger transaction. Without an address nobody is asked. A
   * request to the same address that is still valid stays; other links become invalid. Returns the key of a new mail,
   * or null. Throws when the address has received too many mails.
   */
  async inviteToClaim(manager: EntityManager, userId: string, askers: Askers): Promise<string | null> {
    const user = await this.parts.accounts.lock(manager, userId);
    const [existing] = await this.parts.confirmationRecords.find({ userId, type }, manager);
    if (existing && isSettled(existing, user)) return null;
    const confirmation = await this.replace(manager, user, askers);
    if (!confirmation) return null;
    await this.sendMail(manager, user, confirmation);
    return confirmation.key;
  }

  /** Resends the mail with this key unchanged, unless it is used, replaced or expired. */
  async repeatMail(key: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const found = await this.parts.confirmationRecords.lock(manager, key);
      if (found?.type !== type || !found.userId || found.status !== 'pending' || isExpired(found)) return;
      const user = await this.parts.accounts.lock(manager, found.userId);
      await this.parts.requestedMails.remind(
        manager,
        await this.parts.writer.write(manager, user, found),
        found.creatorId,
      );
    });
  }

  /** A new confirmation that replaces all others of the account; null if it has no address. */
  private async replace(manager: EntityManager, { id, email }: UserEntity, { creatorId, clinicId }: Askers) {
    await manager.delete(ConfirmationEntity, { userId: id, type });
    if (email === null) return null;
    const wanted = { type, email, userId: id, creatorId, clinicId, lifetime: this.lifetime } as const;
    return this.parts.confirmationRecords.add(manager, wanted);
  }

  private async sendMail(
    manager: EntityManager,
    user: UserEntity,
    confirmation: ConfirmationEntity,
    senderId = confirmation.creatorId,
  ): Promise<void> {
    const mail = await this.parts.writer.write(manager, user, confirmation);
    await this.parts.requestedMails.send(manager, mail, senderId);
  }

  /** The newest pending confirmation of each of these accounts, or null. For loaders. */
  readonly pendingSignups = async (userIds: readonly string[]): Promise<(ConfirmationEntity | null)[]> => {
    const pending = await this.parts.confirmationRecords.ofUsers(userIds, { type, status: 'pending' });
    return userIds.map((id) => pending.find(({ userId }) => userId === id) ?? null);
  };

  /**
   * Resends the mail of the pending confirmation of an address. Throws when there is none, and when the address has
   * received too many mails.
   */
  async resendSignup(email: string): Promise<void> {
    const isSent = await this.parts.database.transaction((manager) => this.remind(manager, email));
    if (!isSent) throw noMatch();
  }

  /** Resends the mail of a pending confirmation with a new key; false if nothing is pending. */
  async remind(manager: EntityManager, email: string): Promise<boolean> {
    const [pending] = await this.parts.confirmationRecords.ofAddress(
      email,
      { type, status: 'pending' },
      manager,
    );
    if (!pending?.userId) return false;
    const locked = await this.parts.confirmationRecords.lock(manager, pending.key);
    if (locked?.status !== 'pending') return false;
    await this.replaceSignup(manager, pending.userId);
    return true;
  }

  /**
   * Ends a pending confirmation with the key from its mail: declined by an unintended recipient, canceled by its
   * sender. Repeating it has no effect. Throws when the key does not belong to this account, or is used.
   */
  async endSignup(userId: string, key: string, status: 'declined' | 'canceled'): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const found = await this.parts.confirmationRecords.lock(manager, key);
      if (found?.type !== type || found.userId !== userId) throw noMatch();
      if (found.status === status) return;
      if (found.status !== 'pending') throw noMatch();
      await this.parts.confirmationRecords.end(manager, found, status);
    });
  }

  /**
   * The sign-up behind a key if it can still be confirmed; null if it has been. Until the transaction ends, nobody
   * else can change it. Throws if it does not exist.
   */
  async openSignup(manager: EntityManager, key: string): Promise<ConfirmationEntity | null> {
    const found = await this.parts.confirmationRecords.lock(manager, key);
    if (found?.type !== type || found.status === 'canceled' || found.status === 'declined') throw noMatch();
    if (found.status === 'completed') return null;
    if (isExpired(found)) throw notFound('The signup confirmation has expired').about('key');
    return found;
  }

  /** Completes the confirmation behind a key; `isClaim` if its account was claimed with it. */
  async complete(manager: EntityManager, confirmation: ConfirmationEntity, isClaim: boolean): Promise<void> {
    await this.parts.confirmationRecords.end(manager, confirmation, 'completed');
    const { key } = confirmation;
    if (isClaim) await manager.update(ConfirmationEntity, { key }, { context: takenOver });
  }

  /** The account that was claimed with a key; null if the key was not used for that. */
  async takenOverBy(key: string): Promise<string | null> {
    const [found] = await this.parts.confirmationRecords.findMany([key]);
    const isClaim = found?.type === type && found.status === 'completed' && found.context !== null;
    return isClaim ? found.userId : null;
  }
}

/** For the present address, and still usable or used: another mail would only confuse. */
const isSettled = (confirmation: ConfirmationEntity, { email }: UserEntity): boolean =>
  confirmation.email === email &&
  (confirmation.status === 'completed' || (confirmation.status === 'pending' && !isExpired(confirmation)));

/**
 * Who asks the owner of an account to claim it: the calling custodian, or the clinic named by a trusted server.
 * Absent values stay.
 */
function chooseAskers({ callerId, clinicId, invitedBy }: SignupRequest, before: Askers): Askers {
  if (callerId !== null) return { creatorId: callerId, clinicId: before.clinicId };
  if (clinicId === undefined) return before;
  return { creatorId: invitedBy ?? before.creatorId, clinicId };
}
