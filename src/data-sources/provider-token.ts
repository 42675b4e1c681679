/** The token of a provider, as it is sent, kept encrypted, and shown to trusted servers alone. */
export interface ProviderToken {
  accessToken: string;
  tokenType?: string;
  refreshToken?: string;
  /** RFC 3339 text in UTC. */
  expirationTime?: string;
  scope?: readonly string[];
  idToken?: string;
}
