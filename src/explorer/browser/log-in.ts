import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { User } from 'oidc-client-ts';
import type { LogInPageSettings } from '../../platform/http/page-settings';
import { describeLogInProblem } from './log-in-problem';

/** What the page shows about the log-in. */
export interface LogInState {
  /** `busy`: the browser is on its way to or from the log-in page. */
  status: 'busy' | 'logged-out' | 'logged-in';
  /** The e-mail address of the person who is logged in. */
  person?: string;
  /** A sentence for the person in front of the screen. */
  message?: string;
}

/** Opening the page with this fragment starts the log-in at once. */
const startFragment = '#log-in';

const canceled = 'The log-in was canceled.';
const sessionEnded = 'Your log-in has ended. Please log in again.';

/** How a page treats who opens it. */
interface LogInBehavior {
  /** The log-in begins by itself, because the page shows nothing to who is not logged in. */
  beginsByItself?: boolean;
}

/**
 * The log-in of a page: OAuth 2.0 authorization code with PKCE (RFC 6749, RFC 7636).
 *
 * Tokens live in memory only, so a reload forgets them, and nothing that can read the browser's storage finds them.
 * What is stored for the minutes of a log-in, in this tab's session storage, is the verifier and the state.
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
    // The browser may bring back the page as it was when it left for the log-in.
    addEventListener('pageshow', (event) => {
      if (event.persisted && this.#state.status === 'busy') this.#show({ status: 'logged-out' });
    });
  }

  /** The present state; the same object until something changes. */
  readonly state = (): LogInState => this.#state;

  /** Calls the listener after every change. Returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** To be called once when the page opens: finishes a log-in whose answer is in the address. Never throws. */
  async resume(): Promise<void> {
    const address = location.href;
    const answer = new URLSearchParams(location.search);
    const attempt = answer.get('state');
    if (attempt !== null && (answer.has('code') || answer.has('error'))) {
      this.#cleanAddress();
      return this.#finish(address, attempt);
    }

    const { beginsByItself } = this.#behavior;
    // A log-in that a link has begun, and that the person has left: it is not begun once more behind their back.
    const wasLeft = beginsByItself && answer.has('error');
    this.#show({ status: 'logged-out', message: wasLeft ? canceled : undefined });
    if (location.hash !== startFragment && (!beginsByItself || wasLeft)) return;
    this.#cleanAddress();
    await this.start();
  }

  /** Leaves for the log-in page. Whoever is still logged in there comes back without being asked. Never throws. */
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

  /** Forgets the tokens and leaves to end the session at the token service. Never throws. */
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
   * The token to send, refreshed if it has expired meanwhile (as after the computer slept). Nothing when nobody is
   * logged in. Throws when the token service cannot be reached.
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

  /** To be called when the graph asked for a log-in although this token, or none, was sent. */
  async refused(token: string | undefined): Promise<void> {
    if (token === undefined) {
      this.#show({ ...this.#state, message: 'This needs a log-in. Please log in, then run it again.' });
      return;
    }
    const user = await this.#users.getUser();
    // The refusal of a token that was renewed meanwhile says nothing about the log-in.
    if (user && user.access_token !== token) return;
    await this.#users.removeUser();
    this.#show({ status: 'logged-out', message: sessionEnded });
  }

  /** Takes the message off the screen. */
  readonly dismissMessage = (): void => this.#show({ ...this.#state, message: undefined });

  async #finish(address: string, attempt: string): Promise<void> {
    // Only an answer to a question of this tab is heard; above all no link may put its words on the screen.
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

  /** A network that is down for a moment does not end the log-in: the next request tries again. */
  async #refreshFailed(error: unknown): Promise<void> {
    if (!(error instanceof ErrorResponse)) return;
    await this.#users.removeUser();
    this.#show({ status: 'logged-out', message: sessionEnded });
  }

  /** Takes the answer of the log-in out of the address bar, so that a reload does not send it twice. */
  #cleanAddress(): void {
    history.replaceState(null, '', location.pathname);
  }

  #show(state: LogInState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
