import type { EntityManager } from 'typeorm';
import type { AddressListener } from '../accounts/account.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { ConfirmationRecords } from './confirmation-records.service';

/**
 * The links that were mailed to an account. They end when the account gets a new address, because the previous one
 * may belong to somebody else.
 */
export class MailedLinks implements AddressListener {
  constructor(
    private readonly records: ConfirmationRecords,
    private readonly restrictedTokens: RestrictedTokenService,
  ) {}

  /** Invalidates links that confirm an address, claim an account, set a password or connect a data source. */
  async addressChanged(manager: EntityManager, userId: string): Promise<void> {
    await this.records.endMailed(manager, userId);
    await this.restrictedTokens.revokeConnecting(manager, userId);
  }
}
