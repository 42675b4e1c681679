import { singleFlight, unlessUnreachable, type Auth } from '../auth.js';
import { createClient, type ClientOptions } from '../client.js';
import { GraphError } from '../errors.js';
import { LogInDocument, LogOutDocument, RenewSessionDocument } from '../generated/graphql.js';

/** A log-in with email address and password, for scripts, tests and applications without a browser. */
export interface SessionLogIn extends Auth {
  /** Logs in. Rejects with `GraphError` (UNAUTHENTICATED) if address or password are wrong. */
  logIn(email: string, password: string): Promise<void>;
  /** Replaces the token by a new one. Returns false if the session has ended. */
  renew(): Promise<boolean>;
  /** Ends the session, also if it has ended already, and forgets the token. */
  logOut(): Promise<void>;
  /** The session token, such as to keep it. */
  token(): string | undefined;
}

export interface SessionLogInOptions extends Pick<ClientOptions, 'url' | 'fetch'> {
  /** A token that was kept. */
  token?: string;
  /** Name of the header field; a setting of the service (`SESSION_TOKEN_HEADERS`). */
  header?: string;
  /** Called when the session has ended by itself. */
  onEnd?: () => void;
}

/** Tokens are renewed this long before they expire, in milliseconds. */
const reserve = 60_000;

/** The log-in by session token. Web applications log in by code (`@glycograph/client/log-in`), and never see passwords. */
export function createSessionLogIn(options: SessionLogInOptions): SessionLogIn {
  const { url, header = 'X-Service-Session-Token', onEnd } = options;
  let token = options.token;
  let expires = Infinity;

  /** A client that sends the present token and does not renew it. */
  const client = createClient({
    url,
    fetch: options.fetch,
    auth: { headers: () => Promise.resolve(fields()), refused: () => Promise.resolve(false) },
  });
  const fields = (): Record<string, string> => (token === undefined ? {} : { [header]: token });

  function keep(received: { token?: string | null; expiresTime?: string | null } | null | undefined): void {
    token = received?.token ?? undefined;
    expires = received?.expiresTime ? Date.parse(received.expiresTime) : Infinity;
  }

  const renew = singleFlight(async (): Promise<boolean> => {
    const used = token;
    if (used === undefined) return false;
    try {
      const { renewSession } = await client.mutate(RenewSessionDocument, {});
      // Somebody may have logged out or in in the meantime.
      if (token === used) keep(renewSession);
      return token !== undefined;
    } catch (error) {
      if (!(error instanceof GraphError && error.code === 'UNAUTHENTICATED')) throw error;
      if (token === used) {
        keep(null);
        onEnd?.();
      }
      return token !== undefined;
    }
  });

  return {
    async headers() {
      if (expires - reserve < Date.now()) await renew().catch(unlessUnreachable);
      return fields();
    },
    refused: async (refused) => token !== undefined && (refused[header] !== token || (await renew())),
    token: () => token,
    renew,
    async logIn(email, password) {
      token = undefined;
      keep((await client.mutate(LogInDocument, { input: { email, password } })).logIn);
    },
    async logOut() {
      await client.mutate(LogOutDocument, {});
      keep(null);
    },
  };
}
