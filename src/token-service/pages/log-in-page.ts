import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { problemText, sendRealmPage } from './realm-page';

interface LogInPage {
  /** What was typed before, or what the client suggests. */
  email?: string;
  rememberMe?: boolean;
  problem?: string;
}

/** The log-in page. Scripted log-ins find the form and its fields by these names. */
export function sendLogInPage(call: RealmCall, attempt: LogInAttemptEntity, page: LogInPage): void {
  const { email = '', rememberMe, problem } = page;
  sendRealmPage(call, {
    title: 'Log in',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <form
        id="kc-form-login"
        method="post"
        action="${attemptAddress(call.realm, 'authenticate', attempt.id)}"
      >
        <label
          >E-mail address
          <input
            id="username"
            name="username"
            type="email"
            value="${email}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            required
            ${email === '' && 'autofocus'}
          />
        </label>
        <label
          >Password
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${email !== '' && 'autofocus'}
          />
        </label>
        <label class="choice">
          <input id="rememberMe" name="rememberMe" type="checkbox" ${rememberMe && 'checked'} />
          Keep me logged in
        </label>
        <button id="kc-login" name="login" type="submit">Log in</button>
      </form>
      <p>
        New here? <a href="${attemptAddress(call.realm, 'registration', attempt.id)}">Create an account</a>
      </p>`,
  });
}
