/** Addresses of a provider that publishes no discovery document. */
export interface ProviderEndpoints {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userInfoEndpoint?: string;
  jwksUri?: string;
}

/** A service of somebody else at which people have an account, and who this service is there. */
export interface IdentityProvider {
  /** Its name in addresses and tokens. */
  alias: string;
  /** Its name on pages. */
  displayName: string;
  /** The `iss` of its tokens. Its discovery document lies below, unless the addresses are given. */
  issuer: string;
  endpoints?: ProviderEndpoints;
  /** Our id at the provider. */
  clientId: string;
  clientSecret?: string;
  scopes: readonly string[];
  /** Domains of e-mail addresses that belong to the provider, in lower case. */
  domains: readonly string[];
  /** Other clients of the provider whose tokens may be exchanged here. */
  audiences: readonly string[];
  /** Exchanged tokens are checked by their signature; otherwise the provider is asked about them. */
  validateSignature: boolean;
  /** E-mail addresses of the provider count as verified, unless it says that they are not. */
  trustEmail: boolean;
  enabled: boolean;
}

/** What a provider says of a person. */
export interface ExternalIdentity {
  /** Alias of the provider. */
  provider: string;
  /** The person's id at the provider; it never changes there. */
  subject: string;
  email: string | null;
  /** The address can be taken as the person's without asking. */
  emailVerified: boolean;
  name: string | null;
}
