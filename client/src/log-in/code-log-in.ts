import { singleFlight, unlessUnreachable, type Auth, type HeaderFields } from '../auth.js';
import { LogInError } from '../errors.js';
import { newPkce, randomText } from './pkce.js';
import { requestTokens, type Tokens } from './token-endpoint.js';

/** A place for texts, such as `sessionStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface CodeLogInOptions {
  /** The token service with its realm, such as `https://glycograph.example/realms/glycograph`. */
  issuer: string;
  /** Id of the client that the operator has registered. */
  clientId: string;
  /** Address of the page that the log-in returns to, as it is registered. */
  redirectUri: string;
  /** `openid` by default. `offline_access` gives native applications a session that outlives the browser. */
  scope?: string;
  /** Keeps the attempt while the person is on the log-in page; `sessionStorage` by default. */
  attempts?: TextStorage;
  /**
   * Keeps the tokens over a reload, such as `sessionStorage`; not a place that windows share. By default they are in memory only, where no other script finds them: after a reload,
   * the person passes the log-in page without entering anything.
   */
  tokens?: TextStorage;
  /** Called when the log-in has ended by itself, such as after a log-out elsewhere. */
  onEnd?: () => void;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** What is remembered while the person is on the log-in page. */
interface Attempt {
  verifier: string;
  state: string;
}

/** A log-in by authorization code and PKCE (RFC 6749, RFC 7636). */
export interface CodeLogIn extends Auth {
  /** The address of the log-in page. `prompt: 'none'` finds out whether the person is logged in there already. */
  start(parameters?: Record<string, string>): Promise<string>;
  /**
   * Completes the log-in if this address has the answer of the log-in page, and returns whether it had. Remove the query
   * from the address afterwards. Rejects with `LogInError` if the log-in failed.
   */
  finish(address: string): Promise<boolean>;
  isLoggedIn(): boolean;
  /** Forgets the tokens, and returns the address that ends the session and returns to `redirectUri`. */
  logOut(): string;
}

/** The log-in for applications in a browser, and for native ones with their own redirect address. */
export function createCodeLogIn(options: CodeLogInOptions): CodeLogIn {
  const { issuer, clientId, redirectUri, scope = 'openid', onEnd } = options;
  const protocol = `${issuer}/protocol/openid-connect`;
  const attemptKey = `glycograph.attempt.${clientId}`;
  const tokensKey = `glycograph.tokens.${clientId}`;
  const attempts = (): TextStorage => options.attempts ?? sessionStorage;
  let tokens = JSON.parse(options.tokens?.getItem(tokensKey) ?? 'null') as Tokens | null;

  const request = (form: Record<string, string>): Promise<Tokens> =>
    requestTokens(`${protocol}/token`, { client_id: clientId, ...form }, options.fetch);

  function keep(received: Tokens | null): void {
    tokens = received;
    if (received) options.tokens?.setItem(tokensKey, JSON.stringify(received));
    else options.tokens?.removeItem(tokensKey);
  }

  const renew = singleFlight(async (): Promise<boolean> => {
    const used = tokens;
    if (!used?.refreshToken) return false;
    try {
      const received = await request({ grant_type: 'refresh_token', refresh_token: used.refreshToken });
      // Somebody may have logged out in the meantime.
      if (tokens === used) keep({ ...used, ...received });
      return tokens !== null;
    } catch (error) {
      if (!(error instanceof LogInError)) throw error;
      if (tokens === used) {
        keep(null);
        onEnd?.();
      }
      return false;
    }
  });

  const headers = async (): Promise<HeaderFields> => {
    // Without a token service, the old token is sent: it may still be valid.
    if (tokens && tokens.renewFrom < Date.now()) await renew().catch(unlessUnreachable);
    return tokens ? { Authorization: `Bearer ${tokens.accessToken}` } : {};
  };

  return {
    headers,
    refused: async ({ Authorization: refused }) =>
      tokens !== null && (refused !== `Bearer ${tokens.accessToken}` || (await renew())),
    isLoggedIn: () => tokens !== null,

    async start(parameters = {}) {
      const { verifier, challenge } = await newPkce();
      const state = randomText();
      attempts().setItem(attemptKey, JSON.stringify({ verifier, state } satisfies Attempt));
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...parameters,
      });
      return `${protocol}/auth?${query.toString()}`;
    },

    async finish(address) {
      const answer = new URL(address).searchParams;
      const [state, code, error] = ['state', 'code', 'error'].map((name) => answer.get(name));
      if (state == null || (code == null && error == null)) return false;
      const attempt = JSON.parse(attempts().getItem(attemptKey) ?? 'null') as Attempt | null;
      attempts().removeItem(attemptKey);
      // Another page could have made up the answer, or another token service (RFC 9207).
      if (attempt?.state !== state || (answer.get('iss') ?? issuer) !== issuer)
        throw new LogInError('invalid_state', 'This log-in was not started here. Log in again.');
      if (code == null) throw new LogInError(error ?? '', answer.get('error_description') ?? 'No log-in.');
      keep(
        await request({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: attempt.verifier,
        }),
      );
      return true;
    },

    logOut() {
      const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: redirectUri });
      if (tokens?.idToken) query.set('id_token_hint', tokens.idToken);
      keep(null);
      return `${protocol}/logout?${query.toString()}`;
    },
  };
}
