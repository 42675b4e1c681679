import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import type { AuthService } from '../auth/auth.service';
import type { ServiceAccountService } from '../auth/service-account.service';
import type { SessionService } from '../auth/session.service';
import type { TokenService } from '../auth/token.service';
import type { Config } from '../../platform/config';
import type { LifetimeSettings } from './lifetimes';
import type { PasswordResetService } from '../confirmations/password-reset.service';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../../platform/database/database';
import type { BrokeredAccountService } from '../identity-providers/brokered-account.service';
import type { IdentityProviderService } from '../identity-providers/identity-provider.service';
import type { LinkedIdentityService } from '../identity-providers/linked-identity.service';
import type { RelyingPartyService } from '../identity-providers/relying-party.service';
import type { Logger } from '../../platform/logging';
import type { MetadataService } from '../metadata/metadata.service';
import type { Throttles } from '../../platform/throttle/throttles';

/** Dependencies of the token service. */
export interface TokenServiceDependencies {
  config: Pick<
    Config,
    | 'AUTH_URL'
    | 'BASE_URL'
    | 'WEB_URL'
    | 'TERMS_URL'
    | 'PRIVACY_URL'
    | 'ACCESS_TOKEN_TTL'
    | 'REFRESH_TOKENS_ONCE'
    | keyof LifetimeSettings
    | 'SERVER_TOKEN_TTL'
    | 'CLIENTS_FILE'
    | 'SERVER_SECRET'
    | 'realms'
    | 'productionRealm'
  >;
  database: Database;
  audit: AuditService;
  accounts: AccountService;
  auth: AuthService;
  serviceAccounts: ServiceAccountService;
  sessions: SessionService;
  tokens: TokenService;
  confirmations: ConfirmationService;
  passwordResets: PasswordResetService;
  metadata: MetadataService;
  identityProviders: IdentityProviderService;
  linkedIdentities: LinkedIdentityService;
  relyingParty: RelyingPartyService;
  brokeredAccounts: BrokeredAccountService;
  requestedMails: RequestedMails;
  throttles: Throttles;
  log: Logger;
}
