import type { EntityManager } from 'typeorm';
import type { AuditService, Deed } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { TakenAccount } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { UserEntity } from './user.entity';

/** Outbox topic: the owner of an address has got an account that somebody else may have opened with it. */
export const accountTakenTopic = 'account-taken';

/** The content of the outbox message. */
export interface AccountTakeover extends TakenAccount {
  /** Who has taken it, for the access log. */
  deed?: Deed;
}

/** Shares that accounts have given. */
export interface GivenShares {
  endGiven(manager: EntityManager, userId: string): Promise<unknown>;
}

/** Invitations that accounts have sent. */
export interface SentInvitations {
  cancelSent(manager: EntityManager, userId: string): Promise<unknown>;
}

/** Dependencies of the class below. */
interface Parts {
  audit: AuditService;
  confirmationRecords: SentInvitations;
  outbox: OutboxService;
  sharing: GivenShares;
}

/** Owners of addresses who get the accounts that somebody has opened with these. */
export class AccountTakeovers {
  constructor(private readonly parts: Parts) {}

  /**
   * Ends what a stranger may have given others access by in a locked account: invitations and shares at once, clinics and the
   * like soon (`endsGiven` of areas). Does nothing if an address of the account was confirmed before: then the account
   * belongs to whoever did that.
   */
  async endGiven(manager: EntityManager, user: UserEntity): Promise<void> {
    if (!user.isUnconfirmedSignUp || user.emailVerified) return;
    await manager.update(UserEntity, { id: user.id }, { isUnconfirmedSignUp: false });
    await this.parts.confirmationRecords.cancelSent(manager, user.id);
    await this.parts.sharing.endGiven(manager, user.id);
    const { deed } = this.parts.audit;
    const taken: AccountTakeover = { userId: user.id, takenTime: now(), deed };
    await this.parts.outbox.add(manager, accountTakenTopic, taken);
  }
}
