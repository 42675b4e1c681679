/** A change to a consent, for the access log. */
export interface ConsentChange {
  type: string;
  version: number;
  status: 'granted' | 'revoked';
  /** SHA-256 of the consent text, in base64. */
  contentDigest: string;
}
