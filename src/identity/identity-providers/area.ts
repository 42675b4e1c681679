import type { AccountService } from '../accounts/account.service';
import type { AccountTakeovers } from '../accounts/account-takeovers.service';
import type { SessionService } from '../auth/session.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { MetadataService } from '../metadata/metadata.service';
import { BrokeredAccountService } from './brokered-account.service';
import { IdentityProviderService } from './identity-provider.service';
import { LinkedIdentityEntity } from './linked-identity.entity';
import { LinkedIdentityService } from './linked-identity.service';
import { linkMailSamples } from './new-link-mail';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { RelyingPartyService } from './relying-party.service';

interface Needs extends Base {
  accounts: AccountService;
  accountTakeovers: AccountTakeovers;
  metadata: MetadataService;
  outbox: OutboxService;
  sessions: SessionService;
}

/** External identity providers. */
export const identityProvidersArea = defineArea({
  name: 'identity-providers',
  entities: [LinkedIdentityEntity],
  create(services: Needs) {
    const identityProviders = new IdentityProviderService(services.config.IDENTITY_PROVIDERS_FILE);
    const linkedIdentities = new LinkedIdentityService(services.database);
    return {
      identityProviders,
      linkedIdentities,
      relyingParty: new RelyingPartyService(),
      brokeredAccounts: new BrokeredAccountService(
        { ...services, identityProviders, linkedIdentities },
        services.config.WEB_URL,
      ),
    };
  },
  forgets: ({ linkedIdentities }) => ({
    linkedIdentities: ({ userId }) => linkedIdentities.forgetAccount(userId),
  }),
  mailSamples: linkMailSamples,
});
