import type { AccountService } from '../accounts/account.service';
import type { AuthService } from '../auth/auth.service';
import type { SessionService } from '../auth/session.service';
import type { TokenService } from '../auth/token.service';
import type { Config } from '../config';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../database/database';
import type { Logger } from '../logging';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';

/** What the token service needs from the rest of the house. */
export interface TokenServiceDependencies {
  config: Pick<
    Config,
    | 'AUTH_URL'
    | 'BASE_URL'
    | 'WEB_URL'
    | 'ACCESS_TOKEN_TTL'
    | 'CLIENTS_FILE'
    | 'SERVER_SECRET'
    | 'realms'
    | 'productionRealm'
  >;
  database: Database;
  accounts: AccountService;
  auth: AuthService;
  sessions: SessionService;
  tokens: TokenService;
  confirmations: ConfirmationService;
  metadata: MetadataService;
  outbox: OutboxService;
  log: Logger;
}
