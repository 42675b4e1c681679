import { ClientRegistry } from './clients/client-registry';
import type { TokenServiceDependencies } from './dependencies';
import { AuthorizationCodeService } from './storage/authorization-code.service';
import { GrantService } from './storage/grant.service';
import { LogInAttemptService } from './storage/log-in-attempt.service';
import { SignOnService } from './storage/sign-on.service';
import { TokenIssuer } from './token-issuer';

/** Puts the parts of the token service together. Throws when the clients file is not valid. */
export function createParts(dependencies: TokenServiceDependencies) {
  const { config, database, metadata, sessions, tokens } = dependencies;
  const grants = new GrantService(database, sessions);
  return {
    ...dependencies,
    clients: new ClientRegistry({
      baseUrl: config.BASE_URL,
      backendSecret: config.SERVER_SECRET,
      clientsFile: config.CLIENTS_FILE,
    }),
    attempts: new LogInAttemptService(database),
    codes: new AuthorizationCodeService(database),
    grants,
    issuer: new TokenIssuer(tokens, sessions, grants, metadata, config.ACCESS_TOKEN_TTL),
    signOns: new SignOnService(database, sessions),
  };
}

export type TokenServiceParts = ReturnType<typeof createParts>;
