/** A data provider. */
export interface Provider {
  /** The name in URLs and provider sessions, such as `dexcom`. */
  name: string;
  clientId: string;
  clientSecret: string;
  /** Issuer of its ID tokens; required if it returns them. */
  issuer?: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** The address of this service that the provider redirects browsers to. */
  redirectUrl: string;
  scopes: string[];
  /** A page that the account owner has to pass first. */
  acceptUrl?: string;
  /** How to send the client secret: in the body of the request or in its header. */
  authStyle: 'body' | 'header';
  /** Whether a cookie ties the provider's response to the browser that asked. */
  cookie: boolean;
  /** A secret in the state of authorization requests. */
  stateSalt: string;
  /** The ID token claim that identifies the account at the provider. */
  externalIdClaim?: string;
  /** Whether account owners can disconnect by themselves. */
  userRevocation: boolean;
  /** OAuth clients whose service accounts may upload data of this provider, besides trusted servers. */
  uploadClients: string[];
  /** `pull`: a task fetches the data; `push`: the provider uploads it. */
  delivery: 'pull' | 'push';
}
