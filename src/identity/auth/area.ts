import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import type { Config } from '../../platform/config';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import { realmIssuer } from '../../platform/issuer';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { SharingService } from '../sharing/sharing.service';
import type { Throttles } from '../../platform/throttle/throttles';
import { accountMailSamples } from './account-change-mails';
import { AccountDeletionService } from './account-deletion.service';
import { AccountUpdateService } from './account-update.service';
import type { AddressFollower } from './address-follower';
import { AuthPurgeService } from './auth-purge.service';
import { AuthService } from './auth.service';
import { CustodialAccountService } from './custodial-account.service';
import { IdentityService } from './identity.service';
import { KeyRingService } from './key-ring.service';
import type { ClientConsents, ServerClients } from './ports';
import { RevokedTokenEntity } from './revoked-token.entity';
import { ServiceAccountService } from './service-account.service';
import { SessionEntity } from './session.entity';
import { SessionService } from './session.service';
import { SigningKeyEntity } from './signing-key.entity';
import { SignupAcceptanceService } from './signup-acceptance.service';
import { TokenService } from './token.service';

interface Needs extends Base {
  accounts: AccountService;
  audit: AuditService;
  confirmations: ConfirmationService;
  events: EventService;
  metadata: MetadataService;
  outbox: OutboxService;
  restrictedTokens: RestrictedTokenService;
  sharing: SharingService;
  throttles: Throttles;
}

interface Later {
  sessions: SessionService;
  tokens: TokenService;
  addressFollower: AddressFollower;
  clientConsents: ClientConsents;
  serverClients: ServerClients;
}

/**
 * Lifetime in seconds of the longest-lived tokens: refresh tokens, and session tokens of apps that never renew them.
 */
const longestTokenLife = (config: Config): number =>
  Math.max(config.OFFLINE_IDLE_TTL, config.REMEMBERED_TTL, config.SIGN_ON_TTL, config.LONG_SESSION_TTL);

/** Authentication: log-ins, sessions, tokens, and account changes that end them. */
export const authArea = defineArea({
  name: 'auth',
  entities: [SessionEntity, RevokedTokenEntity, SigningKeyEntity],
  create(services: Needs, later: Needs & Later) {
    const { accounts, config, database, sharing, throttles } = services;
    const keyRings = new KeyRingService(database, {
      signing: config.SIGNING_KEY_TTL * 1000,
      longestToken: longestTokenLife(config) * 1000,
    });
    return {
      sessions: new SessionService(later),
      keyRings,
      tokens: new TokenService(keyRings),
      identity: new IdentityService(later, {
        realms: config.realms,
        readIssuer: (realm) => realmIssuer(config.AUTH_URL, realm),
        metricsToken: config.METRICS_TOKEN,
      }),
      accountDeletions: new AccountDeletionService(later),
      accountUpdates: new AccountUpdateService(later, config.WEB_URL),
      auth: new AuthService(later, config),
      authPurge: new AuthPurgeService(database, keyRings, config.OFFLINE_IDLE_TTL * 1000),
      custodialAccounts: new CustodialAccountService(database, accounts, sharing, throttles),
      serviceAccounts: new ServiceAccountService(database, accounts),
      signups: new SignupAcceptanceService(later),
    };
  },
  forgets: ({ sessions }) => ({ sessions: ({ userId }) => sessions.forgetAccount(userId) }),
  purges: ({ authPurge }) => ({ sessions: authPurge }),
  mailSamples: accountMailSamples,
});
