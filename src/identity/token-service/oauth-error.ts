/** The error codes of OAuth 2.0 and OpenID Connect used here. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_token'
  | 'invalid_issuer'
  | 'access_denied'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'server_error'
  | 'temporarily_unavailable';

/** A refusal for programs: JSON with `error` and `error_description` (RFC 6749, 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly status = 400,
    /** Value of the WWW-Authenticate header. */
    readonly challenge?: string,
  ) {
    super(description);
    this.name = 'OAuthError';
  }
}

export const invalidRequest = (description: string): OAuthError =>
  new OAuthError('invalid_request', description);

export const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description);
