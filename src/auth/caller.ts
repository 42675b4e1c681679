/** Where a request came from, for sessions, audits and throttling. */
export interface Origin {
  /** Address of the caller as far as proxies are trusted. */
  address: string;
  userAgent?: string;
}

/** Nobody in particular: no token was sent, or one that is not accepted. */
export interface AnonymousCaller {
  kind: 'anonymous';
  /** A credential was sent and refused. */
  refused: boolean;
  /** The token is the one of the settings that is good for reporting events of servers, and for nothing else. */
  reportsMetrics?: boolean;
  /** A pair of tokens that was refused. Its refresh token may still be good for a new pair, and for a log-out. */
  pair?: string;
}

export interface TokenHolder {
  /** Account that the token stands for. */
  userId: string;
  /** The token as it was sent. */
  token: string;
  tokenId: string;
  /** Empty for a restricted token, which is used without a session. */
  sessionId: string;
  /** When the token was issued, in milliseconds since the epoch; in whole seconds, rounded down. */
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

/** A trusted server: passes the checks of ownership and permissions unless a rule says otherwise. */
export interface ServerCaller extends TokenHolder {
  kind: 'server';
  serverName: string;
}

export type Caller = AnonymousCaller | UserCaller | ServerCaller;

export const nobody: AnonymousCaller = { kind: 'anonymous', refused: false };
export const refusedCaller: AnonymousCaller = { kind: 'anonymous', refused: true };
