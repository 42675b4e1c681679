/** A provider token, as sent; stored encrypted, and only shown to trusted servers. */
export interface ProviderToken {
  accessToken: string;
  tokenType?: string;
  refreshToken?: string;
  /** RFC 3339 text in UTC. */
  expirationTime?: string;
  scope?: readonly string[];
  idToken?: string;
}
