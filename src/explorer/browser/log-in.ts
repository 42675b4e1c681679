import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { User } from 'oidc-client-ts';
import type { LogInPageSettings } from '../../platform/http/page-settings';
import { describeLogInProblem } from './log-in-problem';

/** Log-in state for the page. */
export interface LogInState {
  /** `busy`: the browser is being redirected to or from the log-in page. */
  status: 'busy' | 'logged-out' | 'logged-in';
  /** The email address of the logged-in person. */
  person?: string;
  /** A message to the person. */
  message?: string;
}

/** A URL with this fragment starts the log-in immediately. */
const startFragment = '#log-in';

const canceled = 'The log-in was canceled.';
const sessionEnded = 'Your log-in has ended. Please log in again.';

/** Options of a page. */
interface LogInBehavior {
  /** Starts the log-in automatically, because the page shows nothing without it. */
  beginsByItself?: boolean;
}

/**
 * The log-in of a page: OAuth 2.0 authorization code with PKCE (RFC 6749, RFC 7636).
 *
 * Tokens are only kept in memory, so a reload loses them, and code that can read browser storage cannot find them.
 * During a log-in, verifier and state are kept in the tab's session storage.
 */
export class LogIn {
  readonly #settings: LogInPageSettings;
  readonly #behavior: LogInBehavior;
  readonly #attempts = new WebStorageStateStore({ prefix: 'log-in.', store: sessionStorage });
  readonly #users: UserManager;
  readonly #listeners = new Set<() => void>();
  #state: LogInState = { status: 'busy' };
  #refreshing: Promise<User | null> | undefined;

  constructor(settings: LogInPageSettings, behavior: LogInBehavior = {}) {
    this.#settings = settings;
    this.#behavior = behavior;
    const ownAddress = `${location.origin}${settings.path}`;
    this.#users = new UserManager({
      authority: settings.authority,
      client_id: settings.clientId,
      redirect_uri: ownAddress,
      post_logout_redirect_uri: ownAddress,
      scope: 'openid',
      stateStore: this.#attempts,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    });
    this.#users.events.addUserLoaded((user) => this.#loggedIn(user));
    this.#users.events.addSilentRenewError((error) => void this.#refreshFailed(error));
    // The browser may restore the page as it was when the log-in began.
    addEventListener('pageshow', (event) => {
      if (event.persisted && this.#state.status === 'busy') this.#show({ status: 'logged-out' });
    });
  }

  /** The current state; the same object until something changes. */
  readonly state = (): LogInState => this.#state;

  /** Calls the listener after every change. Returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Call it once when the page opens: completes a log-in whose response is in the URL. Never throws. */
  async resume(): Promise<void> {
    const address = location.href;
    const answer = new URLSearchParams(location.search);
    const attempt = answer.get('state');
    if (attempt !== null && (answer.has('code') || answer.has('error'))) {
      this.#cleanAddress();
      return this.#finish(address, attempt);
    }

    const { beginsByItself } = this.#behavior;
    // A log-in started by a link that the person abandoned must not start again without their action.
    const wasLeft = beginsByItself && answer.has('error');
    this.#show({ status: 'logged-out', message: wasLeft ? canceled : undefined });
    if (location.hash !== startFragment && (!beginsByItself || wasLeft)) return;
    this.#cleanAddress();
    await this.start();
  }

  /**
   * Redirects to the log-in page, which redirects back at once if the person is still logged in there. Never throws.
   */
  readonly start = async (): Promise<void> => {
    this.#show({ status: 'busy' });
    if (location.origin !== new URL(this.#settings.baseUrl).origin) {
      location.assign(`${this.#settings.baseUrl}${this.#settings.path}${startFragment}`);
      return;
    }
    try {
      await this.#users.clearStaleState();
      await this.#users.signinRedirect();
    } catch (error) {
      this.#show({ status: 'logged-out', message: describeLogInProblem(error, this.#settings.authority) });
    }
  };

  /** Drops the tokens and redirects to end the session at the token service. Never throws. */
  readonly end = async (): Promise<void> => {
    this.#show({ status: 'busy' });
    try {
      await this.#users.signoutRedirect();
    } catch {
      await this.#users.removeUser();
      const message =
        'You are logged out here, but the log-in service could not be told to end your session.';
      this.#show({ status: 'logged-out', message });
    }
  };

  /**
   * The token to send, refreshed if it has expired in the meantime (for example while the computer slept). Undefined if
   * no one is logged in. Throws when the token service cannot be reached.
   */
  async accessToken(): Promise<string | undefined> {
    const user = await this.#users.getUser();
    if (!user) return undefined;
    if (!user.expired) return user.access_token;

    this.#refreshing ??= this.#users.signinSilent().finally(() => (this.#refreshing = undefined));
    try {
      return (await this.#refreshing)?.access_token;
    } catch (error) {
      await this.#refreshFailed(error);
      if (error instanceof ErrorResponse) return undefined;
      throw new Error(describeLogInProblem(error, this.#settings.authority), { cause: error });
    }
  }

  /** Call it when the graph requires a log-in although this token, or none, was sent. */
  async refused(token: string | undefined): Promise<void> {
    if (token === undefined) {
      this.#show({ ...this.#state, message: 'This needs a log-in. Please log in, then run it again.' });
      return;
    }
    const user = await this.#users.getUser();
    // A refusal of a token that was refreshed in the meantime is not about the current log-in.
    if (user && user.access_token !== token) return;
    await this.#users.removeUser();
    this.#show({ status: 'logged-out', message: sessionEnded });
  }

  /** Hides the message. */
  readonly dismissMessage = (): void => this.#show({ ...this.#state, message: undefined });

  async #finish(address: string, attempt: string): Promise<void> {
    // Only a response to a request of this tab counts; in particular, a link must not be able to display its own
    // message.
    if (!(await this.#attempts.get(attempt))) {
      const message = 'This log-in was started in another tab or is too old. Please log in again.';
      this.#show({ status: 'logged-out', message });
      return;
    }
    try {
      await this.#users.signinCallback(address);
    } catch (error) {
      this.#show({ status: 'logged-out', message: describeLogInProblem(error, this.#settings.authority) });
    }
  }

  #loggedIn({ profile }: User): void {
    const person = profile.email ?? profile.preferred_username ?? profile.sub;
    this.#show({ status: 'logged-in', person });
  }

  /** A short network failure does not end the log-in; the next request tries again. */
  async #refreshFailed(error: unknown): Promise<void> {
    if (!(error instanceof ErrorResponse)) return;
    await this.#users.removeUser();
    this.#show({ status: 'logged-out', message: sessionEnded });
  }

  /** Removes the log-in response from the URL, so that a reload does not send it twice. */
  #cleanAddress(): void {
    history.replaceState(null, '', location.pathname);
  }

  #show(state: LogInState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
