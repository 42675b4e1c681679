import { createRemoteJWKSet, customFetch as customKeyFetch, type JWTVerifyGetKey } from 'jose';
import * as openid from 'openid-client';
import { now } from '../../platform/clock';
import { fetchLimited } from '../../platform/http/fetch-limited';
import type { IdentityProvider } from './identity-provider';
import { isTrustworthy } from './trustworthy-address';

/** Timeout of a call to a provider, in seconds. */
const callLimit = 5;

/** How long the discovery document of a provider is cached, in milliseconds. */
const discoveryLifetime = 15 * 60_000;

/** How long its keys are cached, in milliseconds; missing keys trigger an earlier request. */
const keyLifetime = 10 * 60_000;

/** The connection to a provider. */
export interface ProviderConnection {
  config: openid.Configuration;
  /** Its public keys; undefined if the provider publishes none. */
  keys: JWTVerifyGetKey | undefined;
}

/** The URL of a call may come from a document of the provider; it must not lead to an unencrypted connection. */
const trustworthyFetch: openid.CustomFetch = (address, { duplex: _duplex, ...options }) => {
  if (!isTrustworthy(address)) throw new TypeError('The address is neither https nor local.');
  return fetchLimited(address, options);
};

/** Sends our secret in the header unless the provider only accepts it in the form (RFC 6749, 2.3.1). */
const authentication = ({ clientSecret }: IdentityProvider): openid.ClientAuth => {
  if (clientSecret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
};

async function configure(provider: IdentityProvider): Promise<openid.Configuration> {
  const { issuer, endpoints, clientId } = provider;
  if (!endpoints) {
    return openid.discovery(new URL(issuer), clientId, undefined, authentication(provider), {
      [openid.customFetch]: trustworthyFetch,
      timeout: callLimit,
      execute: [openid.allowInsecureRequests],
    });
  }
  const metadata = {
    issuer,
    authorization_endpoint: endpoints.authorizationEndpoint,
    token_endpoint: endpoints.tokenEndpoint,
    userinfo_endpoint: endpoints.userInfoEndpoint,
    jwks_uri: endpoints.jwksUri,
  };
  const config = new openid.Configuration(metadata, clientId, undefined, authentication(provider));
  config[openid.customFetch] = trustworthyFetch;
  config.timeout = callLimit;
  openid.allowInsecureRequests(config);
  return config;
}

async function connect(provider: IdentityProvider): Promise<ProviderConnection> {
  const config = await configure(provider);
  const { jwks_uri: keysAddress } = config.serverMetadata();
  if (keysAddress === undefined) return { config, keys: undefined };
  // ID tokens are also verified by signature, whichever way they came.
  openid.enableNonRepudiationChecks(config);
  const keys = createRemoteJWKSet(new URL(keysAddress), {
    timeoutDuration: callLimit * 1000,
    cacheMaxAge: keyLifetime,
    [customKeyFetch]: (address, options) =>
      trustworthyFetch(address, { ...options, body: null, headers: {} }),
  });
  return { config, keys };
}

/** Connections to providers. Their published metadata is cached; failures are not. */
export class ProviderConnections {
  private readonly kept = new Map<string, { connection: Promise<ProviderConnection>; until: number }>();

  to(provider: IdentityProvider): Promise<ProviderConnection> {
    const known = this.kept.get(provider.alias);
    if (known && now() < known.until) return known.connection;
    const connection = connect(provider);
    this.kept.set(provider.alias, { connection, until: now() + discoveryLifetime });
    connection.catch(() => this.kept.delete(provider.alias));
    return connection;
  }
}
