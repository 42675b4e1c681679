import { defineArea, type Base } from '../../platform/composition/area';
import { realmIssuer } from '../../platform/issuer';
import { ClientAdministration } from './clients/client-administration.service';
import { ClientsFileWatch } from './clients/clients-file-watch';
import type { TokenServiceDependencies } from './dependencies';
import { ServiceCredentialsService } from './service-credentials.service';
import { AuthorizationCodeEntity } from './storage/authorization-code.entity';
import { BrowserSignOnEntity } from './storage/browser-sign-on.entity';
import { ClientConsentEntity } from './storage/client-consent.entity';
import { GrantEntity } from './storage/grant.entity';
import { IssuedAccessTokenEntity } from './storage/issued-access-token.entity';
import { LaunchedPatientEntity } from './storage/launched-patient.entity';
import { LogInAttemptEntity } from './storage/log-in-attempt.entity';
import { ProviderVisitEntity } from './storage/provider-visit.entity';
import { TokenServicePurge } from './storage/token-service-purge.service';
import { TokenServiceRecords } from './storage/token-service-records.service';
import { TokenPairService } from './token-pair.service';
import { createParts } from './token-service-parts';

/** OpenID Connect: log-in pages, clients and tokens. Cannot be created when the clients file is invalid. */
export const tokenServiceArea = defineArea({
  name: 'token-service',
  entities: [
    LogInAttemptEntity,
    BrowserSignOnEntity,
    AuthorizationCodeEntity,
    GrantEntity,
    IssuedAccessTokenEntity,
    ClientConsentEntity,
    LaunchedPatientEntity,
    ProviderVisitEntity,
  ],
  create(services: Base & TokenServiceDependencies) {
    const { config, database, log, serviceAccounts } = services;
    const tokenServiceParts = createParts(services, (realm) => realmIssuer(config.AUTH_URL, realm));
    const { clientConsents, clients } = tokenServiceParts;
    return {
      tokenServiceParts,
      clientConsents,
      serverClients: clients,
      clientAdministration: new ClientAdministration(
        { ...services, clients, realms: config.realms },
        config.CLIENTS_FILE,
      ),
      clientsFileWatch: new ClientsFileWatch(clients, config.CLIENTS_FILE, log),
      tokenServiceRecords: new TokenServiceRecords(database),
      tokenServicePurge: new TokenServicePurge(database),
      tokenPairs: new TokenPairService(tokenServiceParts),
      serviceCredentials: new ServiceCredentialsService(clients, serviceAccounts),
    };
  },
  forgets: ({ tokenServiceRecords }) => ({
    tokenService: ({ userId }) => tokenServiceRecords.forgetAccount(userId),
  }),
  background: ({ clientsFileWatch }) => [clientsFileWatch],
  purges: ({ tokenServicePurge }) => ({ 'token-service': tokenServicePurge }),
});
