/** Grants that a registration may name; the token endpoint serves those of them that it has a handler for. */
export const grantNames = [
  'authorization_code',
  'refresh_token',
  'password',
  'client_credentials',
  'token-exchange',
] as const;

export type GrantName = (typeof grantNames)[number];

/** A client that may ask the token service for something. */
export interface Client {
  id: string;
  /** What people know it by. */
  name: string;
  /** SHA-256 of the secret, base64url. Public clients have none. */
  secretDigest?: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** Origins whose pages may read answers: those of the redirects, and others such as `file://`. */
  webOrigins: ReadonlySet<string>;
  grants: ReadonlySet<GrantName>;
  roles: readonly string[];
  /** Aliases of the providers that its people may log in with; all of them when absent. */
  identityProviders?: readonly string[];
  /** Seconds; the setting of the service when absent. */
  accessTokenLifetime?: number;
  pkceRequired: boolean;
  /** May have an offline session, which outlives the browser's. */
  mayGoOffline: boolean;
  /** A client of somebody else: people are asked whether it may have what it asks for. */
  consentRequired: boolean;
  /** Records systems of clinics open it (SMART App Launch): its id tokens say which patients were open. */
  opensFromRecords: boolean;
  enabled: boolean;
}

/** A client as it is registered: what is left out follows from the rest. */
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

/** A public client is native when all of its redirects lead to an app. PKCE is asked of it unless registered otherwise. */
export function clientOf(registration: ClientRegistration): Client {
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
  // A page that was opened from a file calls itself `null` or `file://`, depending on the browser.
  const ofFiles = extra.includes('file://') ? ['null'] : [];
  return new Set([...ofRedirects, ...extra, ...ofFiles]);
}
