/** The origin of a request, for sessions, the access log and throttling. */
export interface Origin {
  /** IP address of the caller, as far as proxies are trusted. */
  address: string;
  userAgent?: string;
}

/** An anonymous caller: no token was sent, or it was not accepted. */
export interface AnonymousCaller {
  kind: 'anonymous';
  /** Whether a credential was sent and refused. */
  refused: boolean;
  /** Whether the token is the configured metrics token, which grants nothing else. */
  reportsMetrics?: boolean;
  /** A refused pair of tokens. Its refresh token may still be usable for a renewal and a log-out. */
  pair?: string;
}

export interface TokenHolder {
  /** Account that the token belongs to. */
  userId: string;
  /** The token as sent. */
  token: string;
  tokenId: string;
  /** Empty for a restricted token, which has no session. */
  sessionId: string;
  /** When the token was issued, in milliseconds since the epoch, rounded down to seconds. */
  issuedTime: number;
  /** When the token expires, in milliseconds since the epoch. */
  expiresTime: number;
  /** True for an access token of the token service, false for a token of the log-in routes. */
  isAccessToken: boolean;
  /** OAuth client that the token was issued to. */
  clientId?: string;
  /** Alias of the external identity provider that the person logged in with. */
  identityProvider?: string;
}

/** A person, or a service account that acts like one. */
export interface UserCaller extends TokenHolder {
  kind: 'user';
}

/** A trusted server: passes ownership and permission checks unless a rule says otherwise. */
export interface ServerCaller extends TokenHolder {
  kind: 'server';
  serverName: string;
}

export type Caller = AnonymousCaller | UserCaller | ServerCaller;

export const nobody: AnonymousCaller = { kind: 'anonymous', refused: false };
export const refusedCaller: AnonymousCaller = { kind: 'anonymous', refused: true };
