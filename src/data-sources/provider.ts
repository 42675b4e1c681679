/** A company whose service gives us the data of people who have allowed it. */
export interface Provider {
  /** The name in addresses and in provider sessions, such as `dexcom`. */
  name: string;
  clientId: string;
  clientSecret: string;
  /** Identifier of the provider as an OpenID issuer; needed only where it returns id tokens. */
  issuer?: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Our address that the provider sends browsers back to. */
  redirectUrl: string;
  scopes: string[];
  /** A page that the account holder has to pass before the provider is asked. */
  acceptUrl?: string;
  /** How the client secret is sent: in the body of the request or in its header. */
  authStyle: 'body' | 'header';
  /** Whether a cookie ties the answer of the provider to the browser that asked. */
  cookie: boolean;
  /** A secret that goes into the state of requests. */
  stateSalt: string;
  /** Claim of the id token that the provider knows the account by. */
  externalIdClaim?: string;
  /** Whether account holders may disconnect by themselves. */
  userRevocation: boolean;
  /** OAuth clients of ours whose service accounts may upload data of this provider, beside trusted servers. */
  uploadClients: string[];
  /** `pull`: a task fetches the data; `push`: the provider uploads them. */
  delivery: 'pull' | 'push';
}
