/** How a consent was changed, for the record of access. */
export interface ConsentChange {
  type: string;
  version: number;
  status: 'granted' | 'revoked';
  /** SHA-256 of the text that was agreed to, in base64. */
  contentDigest: string;
}
