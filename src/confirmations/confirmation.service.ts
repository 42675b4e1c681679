import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../database/database';
import { notFound, wrongState } from '../errors';
import { isExpired, type ConfirmationRecords } from './confirmation-records.service';
import { ConfirmationEntity } from './confirmation.entity';
import { assertShortId } from '../rules/identifiers';
import type { RequestedMails } from './requested-mails.service';
import type { SignupMailWriter } from './signup-mail-writer';

/** Who asks for the confirmation of an address. */
export interface SignupRequest {
  /** Account of the caller; null for trusted servers. */
  callerId: string | null;
  /** Clinic that has opened the account; told by trusted servers. */
  clinicId?: string;
  /** Who of the clinic has opened it; told by trusted servers. */
  invitedBy?: string;
}

type Askers = Pick<ConfirmationEntity, 'creatorId' | 'clinicId'>;

const type = 'signup_confirmation';
const nobody: Askers = { creatorId: null, clinicId: null };

/** What is kept with a confirmation by which an account was taken over. */
const takenOver = { claimed: true };

const byNobody: SignupRequest = { callerId: null };

const noMatch = () => notFound('No matching signup confirmation was found');

/** Confirmations of addresses: whoever follows the link of the mail has shown that the address is theirs. */
export class ConfirmationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly records: ConfirmationRecords,
    private readonly writer: SignupMailWriter,
    private readonly mails: RequestedMails,
    /** Lifetime of a sign-up confirmation, in seconds. */
    private readonly lifetime: number,
  ) {}

  /**
   * `addSignup`, together with the mail; it leaves once the confirmation is committed. Throws as well when the address
   * has got too many mails.
   */
  async sendSignup(userId: string, request: SignupRequest = byNobody): Promise<void> {
    await this.database.transaction(async (manager) => {
      const added = await this.addWithin(manager, userId, request);
      if (!added) return;
      // What a trusted server asks for is on its own behalf, whomever it names.
      const senderId = request.callerId === null ? null : added.confirmation.creatorId;
      await this.sendMail(manager, added.user, added.confirmation, senderId);
    });
  }

  /**
   * Asks the owner of an account to confirm its address, without a mail; null when it has none. Throws a refusal while
   * an earlier confirmation of the same address is still good or already done. The keys of all others are dead.
   */
  async addSignup(userId: string, request: SignupRequest): Promise<ConfirmationEntity | null> {
    const added = await this.database.transaction((manager) => this.addWithin(manager, userId, request));
    return added?.confirmation ?? null;
  }

  private async addWithin(manager: EntityManager, userId: string, request: SignupRequest) {
    // What people say here is not used.
    if (request.callerId === null) {
      assertShortId('invitedBy', request.invitedBy);
      assertShortId('clinicId', request.clinicId);
    }
    const user = await this.accounts.lock(manager, userId);
    const [existing] = await this.records.find({ userId, type }, manager);
    if (existing && existing.email === user.email && isSettled(existing)) {
      throw wrongState('User already has an existing valid signup confirmation');
    }
    const before = existing ?? nobody;
    const askers = this.accounts.isUnclaimed(user) ? askersOf(request, before) : nobody;
    const confirmation = await this.replace(manager, user, askers);
    return confirmation && { user, confirmation };
  }

  /**
   * Sends the mail that confirms the address of an account; the links of earlier mails are dead from then on. Throws
   * when the address has got too many mails.
   */
  async replaceSignup(manager: EntityManager, userId: string): Promise<void> {
    const user = await this.accounts.lock(manager, userId);
    const [existing] = await this.records.find({ userId, type }, manager);
    const askers = this.accounts.isUnclaimed(user) ? (existing ?? nobody) : nobody;
    const confirmation = await this.replace(manager, user, askers);
    if (confirmation) await this.sendMail(manager, user, confirmation);
  }

  /**
   * Asks the owner of an account that somebody has opened to take it over, as a part of a larger change. Without an
   * address nobody is asked. The links of earlier mails are dead from then on. Returns the key of the mail, or null.
   * Throws when the address has got too many mails.
   */
  async inviteToClaim(manager: EntityManager, userId: string, askers: Askers): Promise<string | null> {
    const user = await this.accounts.lock(manager, userId);
    const confirmation = await this.replace(manager, user, askers);
    if (!confirmation) return null;
    await this.sendMail(manager, user, confirmation);
    return confirmation.key;
  }

  /** Sends the mail with this key once more, as it was; nothing happens once it is used, replaced or has expired. */
  async repeatMail(key: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const found = await this.records.lock(manager, key);
      if (found?.type !== type || !found.userId || found.status !== 'pending' || isExpired(found)) return;
      const user = await this.accounts.lock(manager, found.userId);
      await this.mails.remind(manager, await this.writer.write(manager, user, found), found.creatorId);
    });
  }

  /** A new confirmation in place of all others of the account; null when it has no address. */
  private async replace(manager: EntityManager, { id, email }: UserEntity, { creatorId, clinicId }: Askers) {
    await manager.delete(ConfirmationEntity, { userId: id, type });
    if (email === null) return null;
    const wanted = { type, email, userId: id, creatorId, clinicId, lifetime: this.lifetime } as const;
    return this.records.add(manager, wanted);
  }

  private async sendMail(
    manager: EntityManager,
    user: UserEntity,
    confirmation: ConfirmationEntity,
    senderId = confirmation.creatorId,
  ): Promise<void> {
    const mail = await this.writer.write(manager, user, confirmation);
    await this.mails.send(manager, mail, senderId);
  }

  /** The newest pending confirmation of each of these accounts, or null. For loaders. */
  readonly pendingSignups = async (userIds: readonly string[]): Promise<(ConfirmationEntity | null)[]> => {
    const pending = await this.records.ofUsers(userIds, { type, status: 'pending' });
    return userIds.map((id) => pending.find(({ userId }) => userId === id) ?? null);
  };

  /**
   * Sends the mail of the pending confirmation of an address once more. Throws when there is none, and when the address
   * has got too many mails.
   */
  async resendSignup(email: string): Promise<void> {
    const isSent = await this.database.transaction((manager) => this.remind(manager, email));
    if (!isSent) throw noMatch();
  }

  /** Sends the mail of a pending confirmation once more, with a new key; false when nothing is pending. */
  async remind(manager: EntityManager, email: string): Promise<boolean> {
    const [pending] = await this.records.ofAddress(email, { type, status: 'pending' }, manager);
    if (!pending?.userId) return false;
    const locked = await this.records.lock(manager, pending.key);
    if (locked?.status !== 'pending') return false;
    await this.replaceSignup(manager, pending.userId);
    return true;
  }

  /**
   * Ends a pending confirmation with the key of its mail: declined by who got it by mistake, canceled by who asked for
   * it. Doing it again changes nothing. Throws when the key is not one of this account, or when it is used.
   */
  async endSignup(userId: string, key: string, status: 'declined' | 'canceled'): Promise<void> {
    await this.database.transaction(async (manager) => {
      const found = await this.records.lock(manager, key);
      if (found?.type !== type || found.userId !== userId) throw noMatch();
      if (found.status === status) return;
      if (found.status !== 'pending') throw noMatch();
      await this.records.end(manager, found, status);
    });
  }

  /**
   * The sign-up behind a key that can still be confirmed, or null when it has been already. Until the transaction
   * ends, nobody else changes it. Throws when there is none.
   */
  async openSignup(manager: EntityManager, key: string): Promise<ConfirmationEntity | null> {
    const found = await this.records.lock(manager, key);
    if (found?.type !== type || found.status === 'canceled' || found.status === 'declined') throw noMatch();
    if (found.status === 'completed') return null;
    if (isExpired(found)) throw notFound('The signup confirmation has expired');
    return found;
  }

  /** The confirmation behind a key was given; `isClaim` when its account was taken over by it. */
  async complete(manager: EntityManager, confirmation: ConfirmationEntity, isClaim: boolean): Promise<void> {
    await this.records.end(manager, confirmation, 'completed');
    const { key } = confirmation;
    if (isClaim) await manager.update(ConfirmationEntity, { key }, { context: takenOver });
  }

  /** The account that was taken over by a key; null when the key was not used for that. */
  async takenOverBy(key: string): Promise<string | null> {
    const [found] = await this.records.findMany([key]);
    const isClaim = found?.type === type && found.status === 'completed' && found.context !== null;
    return isClaim ? found.userId : null;
  }
}

/** Still usable, or used: a further mail would only confuse. */
const isSettled = (confirmation: ConfirmationEntity): boolean =>
  confirmation.status === 'completed' || (confirmation.status === 'pending' && !isExpired(confirmation));

/**
 * Who asks the owner of an account to take it over: the custodian who calls, or the clinic that a trusted server names.
 * What is not told stays as it was.
 */
function askersOf({ callerId, clinicId, invitedBy }: SignupRequest, before: Askers): Askers {
  if (callerId !== null) return { creatorId: callerId, clinicId: before.clinicId };
  if (clinicId === undefined) return before;
  return { creatorId: invitedBy ?? before.creatorId, clinicId };
}
