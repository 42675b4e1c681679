import type { EntityManager } from 'typeorm';
import type { AddressListener } from '../accounts/account.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { ConfirmationRecords } from './confirmation-records.service';

/** Below it sources of data are connected; the link of a mail carries a token for its provider. */
const connectionsPath = '/v1/oauth';

/**
 * The links that were mailed to an account. Whoever reads the mail may follow them, so they end when the account gets
 * another address: its former one may belong to somebody else.
 */
export class MailedLinks implements AddressListener {
  constructor(
    private readonly records: ConfirmationRecords,
    private readonly restrictedTokens: RestrictedTokenService,
  ) {}

  /** Ends the links that confirm an address, claim an account, set a password or connect a source of data. */
  async addressChanged(manager: EntityManager, userId: string): Promise<void> {
    await this.records.endMailed(manager, userId);
    await this.restrictedTokens.revokeBelow(manager, userId, connectionsPath);
  }
}
