import { ClientRegistry } from './clients/client-registry';
import type { TokenServiceDependencies } from './dependencies';
import { toLifetimes } from './lifetimes';
import { createRealm } from './realm';
import { AuthorizationCodeService } from './storage/authorization-code.service';
import { ClientConsentService } from './storage/client-consent.service';
import { GrantService } from './storage/grant.service';
import { LaunchedPatientService } from './storage/launched-patient.service';
import { LogInAttemptService } from './storage/log-in-attempt.service';
import { ProviderVisitService } from './storage/provider-visit.service';
import { SignOnService } from './storage/sign-on.service';
import { TokenIssuer } from './token-issuer';

/**
 * Creates the parts of the token service. Throws when the clients file is invalid.
 *
 * @param issuerOf the issuer of a realm
 */
export function createParts(dependencies: TokenServiceDependencies, issuerOf: (realm: string) => string) {
  const { config, database, metadata, sessions, tokens } = dependencies;
  const lifetimes = toLifetimes(config);
  const grants = new GrantService(database, sessions);
  const launchedPatients = new LaunchedPatientService(database);
  return {
    ...dependencies,
    realms: new Map(config.realms.map((name) => [name, createRealm(name, issuerOf(name))])),
    clients: new ClientRegistry({
      baseUrl: config.BASE_URL,
      backendSecret: config.SERVER_SECRET,
      clientsFile: config.CLIENTS_FILE,
    }),
    attempts: new LogInAttemptService(database, lifetimes.attempt),
    clientConsents: new ClientConsentService(database, grants),
    codes: new AuthorizationCodeService(database, lifetimes.code),
    grants,
    launchedPatients,
    lifetimes,
    issuer: new TokenIssuer(
      { tokens, sessions, grants, metadata, launchedPatients },
      config.ACCESS_TOKEN_TTL,
    ),
    providerVisits: new ProviderVisitService(database, lifetimes.attempt),
    signOns: new SignOnService(database, sessions, lifetimes),
  };
}

export type TokenServiceParts = ReturnType<typeof createParts>;
