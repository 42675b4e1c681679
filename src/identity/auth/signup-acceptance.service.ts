import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService } from '../audit/audit.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../../platform/database/database';
import { ApiError } from '../../platform/errors';
import { isDay } from '../../platform/rules/days';
import type { MetadataService } from '../metadata/metadata.service';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';
import type { Throttles } from '../../platform/throttle/throttles';

/** What the owner provides to claim an account that somebody else created. */
export interface ClaimAnswer {
  password?: string;
  /** `YYYY-MM-DD` */
  birthday?: string;
}

/** Why a claim was refused; clients map these numbers to texts. */
const claimErrors = {
  1001: 'User does not have a password',
  1002: 'Password is missing',
  1003: 'Password specified is invalid',
  1004: 'Birthday is missing',
  1005: 'Birthday specified is invalid',
  1006: 'Birthday specified does not match patient birthday',
} as const;

const wrongBirthday = 1006;

const refusal = (error: keyof typeof claimErrors): ApiError =>
  new ApiError('CONFLICT', claimErrors[error], { wire: { error } });

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  confirmations: ConfirmationService;
  metadata: MetadataService;
  sharing: SharingService;
  throttles: Throttles;
  sessions: SessionService;
  audit: AuditService;
}

/** Confirms the address of an account; an account without a password is claimed by its owner at the same time. */
export class SignupAcceptanceService {
  constructor(private readonly parts: Parts) {}

  /**
   * Verifies the account behind a key, and ends the session of the person who created it, who may be somebody else;
   * repeating it has no effect. Claiming an account sets its first password and requires the birthday in the
   * profile: the role of a custodial account and all custody end. Throws a conflict with a number when the answer is
   * invalid, or differs from the one that claimed the account, and a refusal for an hour after 20 wrong ones;
   * nothing is changed then.
   */
  async accept(key: string, answer: ClaimAnswer | undefined): Promise<void> {
    if (await this.isRepeated(key, answer)) return;
    // Checked before the password is hashed: nobody can make us hash without a key.
    const claimant = await this.claimant(key);
    const passwordHash = claimant ? await this.guess(claimant, answer) : undefined;
    const isDone = await this.parts.database.transaction(async (manager) => {
      const confirmation = await this.parts.confirmations.openSignup(manager, key);
      if (!confirmation?.userId) return false;
      const user = await this.parts.accounts.lock(manager, confirmation.userId);
      const isClaim = this.parts.accounts.isUnclaimed(user);
      if (isClaim) await this.takeOver(manager, user, passwordHash);
      await this.parts.confirmations.complete(manager, confirmation, isClaim);
      await this.parts.accounts.markVerified(manager, user.id, confirmation.email);
      await this.parts.sessions.endSignUps(manager, user.id);
      await this.parts.audit.recordByLink(manager, user.id, 'confirmation');
      return true;
    });
    // Otherwise another answer came first.
    if (!isDone) await this.isRepeated(key, answer);
  }

  /** Whether the account behind a key was claimed with it. Throws when that was with another answer. */
  private async isRepeated(key: string, answer: ClaimAnswer | undefined): Promise<boolean> {
    const takenOver = await this.parts.confirmations.takenOverBy(key);
    if (takenOver === null) return false;
    await this.compare(takenOver, answer);
    return true;
  }

  /** The account behind a key if it has no password yet. */
  private async claimant(key: string): Promise<UserEntity | null> {
    const confirmation = await this.parts.database.transaction((manager) =>
      this.parts.confirmations.openSignup(manager, key),
    );
    if (!confirmation?.userId) return null;
    const [user] = await this.parts.accounts.findMany([confirmation.userId]);
    return user && this.parts.accounts.isUnclaimed(user) ? user : null;
  }

  /** A person who has found a mail must not try all birthdays: after some wrong ones, the account is throttled. */
  private guess(user: UserEntity, answer: ClaimAnswer | undefined): Promise<string> {
    return this.parts.throttles.claim.attempt(
      { of: user.id },
      () => this.firstPassword(user, answer),
      (error) => error instanceof ApiError && error.wire.error === wrongBirthday,
    );
  }

  /**
   * Handles a repeated answer: the first response may have been lost. A different answer is refused, because its
   * sender would believe that their new password is set.
   */
  private async compare(userId: string, answer: ClaimAnswer = {}): Promise<void> {
    const { password, birthday } = answer;
    if (!password && !birthday) return;
    const [user] = await this.parts.accounts.findMany([userId]);
    if (!user) return;
    const check = async () => {
      if (password && !(await this.parts.accounts.hasPassword(user, password))) throw refusal(1003);
      if (birthday && birthday !== (await this.parts.metadata.birthday(userId))) throw refusal(wrongBirthday);
    };
    await this.parts.throttles.claim.attempt({ of: userId }, check, (error) => error instanceof ApiError);
  }

  private async firstPassword(user: UserEntity, answer: ClaimAnswer | undefined): Promise<string> {
    if (!answer) throw refusal(1001);
    const { password, birthday } = answer;
    if (!password) throw refusal(1002);
    if (!this.parts.accounts.acceptsPassword(password)) throw refusal(1003);
    if (!birthday) throw refusal(1004);
    if (!isDay(birthday)) throw refusal(1005);
    if (birthday !== (await this.parts.metadata.birthday(user.id))) throw refusal(wrongBirthday);
    const { passwordHash } = await this.parts.accounts.prepareChanges({ password });
    if (passwordHash === undefined) throw refusal(1003);
    return passwordHash;
  }

  private async takeOver(
    manager: EntityManager,
    user: UserEntity,
    passwordHash: string | undefined,
  ): Promise<void> {
    if (passwordHash === undefined) throw refusal(1001);
    await this.parts.accounts.updateWithin(manager, user.id, { passwordHash });
    await this.parts.sharing.endCustody(manager, user.id);
  }
}
