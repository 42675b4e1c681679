import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../database/database';
import { ApiError } from '../errors';
import { isDay } from '../rules/days';
import type { MetadataService } from '../metadata/metadata.service';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';
import type { Throttles } from '../throttle/throttles';

/** What the owner of an account that somebody else opened has to tell to take it over. */
export interface ClaimAnswer {
  password?: string;
  /** `YYYY-MM-DD` */
  birthday?: string;
}

/** Why a claim was refused; clients look their texts up by these numbers. */
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

/** Confirms the address of an account; an account without a password is taken over by its owner along the way. */
export class SignupAcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly confirmations: ConfirmationService,
    private readonly metadata: MetadataService,
    private readonly sharing: SharingService,
    private readonly throttles: Throttles,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Marks the account behind a key as verified, and ends the session of whoever has opened it, who may be somebody else;
   * doing it again changes nothing. Who takes an account over sets its
   * first password and shows with the birthday of the profile that it is theirs: the role of a custodial account and
   * everybody's custody of it end. Throws a conflict with a number when the answer is not good, also when it is another
   * one than that by which the account was taken over, and a refusal for an hour after 20 wrong ones; nothing is changed
   * then.
   */
  async accept(key: string, answer: ClaimAnswer | undefined): Promise<void> {
    const takenOver = await this.confirmations.takenOverBy(key);
    if (takenOver !== null) return this.compare(takenOver, answer);
    // Looked at before the password is hashed: nobody makes us hash without a key.
    const claimant = await this.claimant(key);
    const passwordHash = claimant ? await this.guess(claimant, answer) : undefined;
    await this.database.transaction(async (manager) => {
      const confirmation = await this.confirmations.openSignup(manager, key);
      if (!confirmation?.userId) return;
      const user = await this.accounts.lock(manager, confirmation.userId);
      const isClaim = this.accounts.isUnclaimed(user);
      if (isClaim) await this.takeOver(manager, user, passwordHash);
      await this.confirmations.complete(manager, confirmation, isClaim);
      await this.accounts.markVerified(manager, user.id, confirmation.email);
      await this.sessions.endSignUps(manager, user.id);
    });
  }

  /** The account behind a key if nobody has set its password yet. */
  private async claimant(key: string): Promise<UserEntity | null> {
    const confirmation = await this.database.transaction((manager) =>
      this.confirmations.openSignup(manager, key),
    );
    if (!confirmation?.userId) return null;
    const [user] = await this.accounts.findMany([confirmation.userId]);
    return user && this.accounts.isUnclaimed(user) ? user : null;
  }

  /** Whoever has found a mail may not try all birthdays: after some wrong ones, the account has to wait. */
  private guess(user: UserEntity, answer: ClaimAnswer | undefined): Promise<string> {
    return this.throttles.claim.attempt(
      { of: user.id },
      () => this.firstPassword(user, answer),
      (error) => error instanceof ApiError && error.wire.error === wrongBirthday,
    );
  }

  /**
   * Somebody sends an answer once more: the first one may have been lost on its way. Another answer is told so, or who
   * sends it would believe that their new password is set.
   */
  private async compare(userId: string, answer: ClaimAnswer = {}): Promise<void> {
    const { password, birthday } = answer;
    if (!password && !birthday) return;
    const [user] = await this.accounts.findMany([userId]);
    if (!user) return;
    const check = async () => {
      if (password && !(await this.accounts.hasPassword(user, password))) throw refusal(1003);
      if (birthday && birthday !== (await this.metadata.birthday(userId))) throw refusal(wrongBirthday);
    };
    await this.throttles.claim.attempt({ of: userId }, check, (error) => error instanceof ApiError);
  }

  private async firstPassword(user: UserEntity, answer: ClaimAnswer | undefined): Promise<string> {
    if (!answer) throw refusal(1001);
    const { password, birthday } = answer;
    if (!password) throw refusal(1002);
    if (!this.accounts.acceptsPassword(password)) throw refusal(1003);
    if (!birthday) throw refusal(1004);
    if (!isDay(birthday)) throw refusal(1005);
    if (birthday !== (await this.metadata.birthday(user.id))) throw refusal(wrongBirthday);
    const { passwordHash } = await this.accounts.prepareChanges({ password });
    if (passwordHash === undefined) throw refusal(1003);
    return passwordHash;
  }

  private async takeOver(
    manager: EntityManager,
    user: UserEntity,
    passwordHash: string | undefined,
  ): Promise<void> {
    if (passwordHash === undefined) throw refusal(1001);
    await this.accounts.updateWithin(manager, user.id, { passwordHash });
    await this.sharing.endCustody(manager, user.id);
  }
}
