/** Grants that a registration may name; the token endpoint serves those that have a handler. */
export const grantNames = [
  'authorization_code',
  'refresh_token',
  'password',
  'client_credentials',
  'token-exchange',
] as const;

export type GrantName = (typeof grantNames)[number];

/** A client of the token service. */
export interface Client {
  id: string;
  /** Its display name. */
  name: string;
  /** SHA-256 of the secret, base64url. Public clients have none. */
  secretDigest?: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** Origins whose pages may read responses: those of the redirects, and others such as `file://`. */
  webOrigins: ReadonlySet<string>;
  grants: ReadonlySet<GrantName>;
  roles: readonly string[];
  /** Aliases of the allowed identity providers; all if absent. */
  identityProviders?: readonly string[];
  /** Seconds; the setting of the service if absent. */
  accessTokenLifetime?: number;
  pkceRequired: boolean;
  /** Whether it may have an offline session, which outlives the browser's. */
  mayGoOffline: boolean;
  /** Whether it is a third-party client, which needs the person's consent. */
  consentRequired: boolean;
  /** Whether EHRs launch it (SMART App Launch): its ID tokens contain the open patients. */
  opensFromRecords: boolean;
  enabled: boolean;
}

/** A client registration; absent values are derived from the rest. */
export interface ClientRegistration {
  clientId: string;
  name?: string;
  secretDigest?: string;
  redirectUris: string[];
  webOrigins: string[];
  postLogoutRedirectUris?: string[];
  grants: GrantName[];
  roles?: string[];
  identityProviders?: string[];
  accessTokenLifetime?: number;
  pkceRequired?: boolean;
  offlineAccess?: boolean;
  consentRequired?: boolean;
  opensFromRecords?: boolean;
  enabled?: boolean;
}

const isWebAddress = (uri: string): boolean => /^https?:\/\//.test(uri);

/**
 * A public client is native if all of its redirects lead to an app. PKCE is required of it unless registered
 * otherwise.
 */
export function toClient(registration: ClientRegistration): Client {
  const { redirectUris, secretDigest } = registration;
  const isNative = secretDigest === undefined && redirectUris.length > 0 && !redirectUris.some(isWebAddress);
  return {
    id: registration.clientId,
    name: registration.name ?? registration.clientId,
    secretDigest,
    redirectUris,
    postLogoutRedirectUris: registration.postLogoutRedirectUris ?? redirectUris,
    webOrigins: webOrigins(registration),
    grants: new Set(registration.grants),
    roles: registration.roles ?? [],
    identityProviders: registration.identityProviders,
    accessTokenLifetime: registration.accessTokenLifetime,
    pkceRequired: registration.pkceRequired ?? isNative,
    mayGoOffline: registration.offlineAccess ?? isNative,
    consentRequired: registration.consentRequired ?? false,
    opensFromRecords: registration.opensFromRecords ?? false,
    enabled: registration.enabled ?? true,
  };
}

function webOrigins({ redirectUris, webOrigins: extra }: ClientRegistration): Set<string> {
  const ofRedirects = redirectUris.filter(isWebAddress).map((uri) => new URL(uri).origin);
  // The origin of a page opened from a file is `null` or `file://`, depending on the browser.
  const ofFiles = extra.includes('file://') ? ['null'] : [];
  return new Set([...ofRedirects, ...extra, ...ofFiles]);
}
