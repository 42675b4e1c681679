/** Endpoints of a provider without a discovery document. */
export interface ProviderEndpoints {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userInfoEndpoint?: string;
  jwksUri?: string;
}

/** An external identity provider, and the registration of this service there. */
export interface IdentityProvider {
  /** Its name in URLs and tokens. */
  alias: string;
  /** Its display name. */
  displayName: string;
  /** The `iss` of its tokens and, unless endpoints are given, the base URL of its discovery document. */
  issuer: string;
  endpoints?: ProviderEndpoints;
  /** Our client id at the provider. */
  clientId: string;
  clientSecret?: string;
  scopes: readonly string[];
  /** Email domains that belong to the provider, in lower case. */
  domains: readonly string[];
  /** Other clients of the provider whose tokens can be exchanged here. */
  audiences: readonly string[];
  /** Whether exchanged tokens are verified by signature; otherwise the provider is asked. */
  validateSignature: boolean;
  /** Whether addresses from the provider count as verified unless it says otherwise. */
  trustEmail: boolean;
  enabled: boolean;
}

/** A provider's claims about a person. */
export interface ExternalIdentity {
  /** Alias of the provider. */
  provider: string;
  /** The person's id at the provider; it never changes. */
  subject: string;
  email: string | null;
  /** Whether the address can be trusted to be the person's. */
  emailVerified: boolean;
  name: string | null;
}
