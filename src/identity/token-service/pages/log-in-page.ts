import { providersFor } from '../broker/providers';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { emailField } from './email-field';
import { html } from './html';
import { providerLinks } from './provider-links';
import { problemId, problemText, sendRealmPage } from './realm-page';

/** Initial content of a log-in page. */
export interface LogInPage {
  /** What was typed before, or what the client suggests. */
  email?: string;
  rememberMe?: boolean;
  problem?: string;
  status?: number;
}

/** The log-in page. Scripted log-ins rely on the names of the form and its fields. */
export function sendLogInPage(call: RealmCall, attempt: LogInAttemptEntity, page: LogInPage): void {
  const { email = '', rememberMe, problem, status } = page;
  const client = call.parts.clients.find(attempt.request.clientId);
  const providers = client ? providersFor(call, client) : [];
  // People whose address belongs to a provider have no password here.
  const needsPassword = providers.every(({ domains }) => domains.length === 0);
  sendRealmPage(call, {
    status,
    title: 'Log in',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <form
        id="kc-form-login"
        method="post"
        action="${attemptAddress(call.realm, 'authenticate', attempt.id)}"
      >
        ${emailField({
          name: 'username',
          value: email,
          autocomplete: 'username',
          isFocused: email === '',
          isWrong: problem !== undefined,
        })}
        <label
          >Password
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            ${needsPassword && 'required'}
            ${problem !== undefined && html`aria-invalid="true" aria-describedby="${problemId}"`}
            ${email !== '' && 'autofocus'}
          />
        </label>
        <p class="hint">
          <a href="${attemptAddress(call.realm, 'reset-credentials', attempt.id)}">Forgot your password?</a>
        </p>
        <label class="choice">
          <input id="rememberMe" name="rememberMe" type="checkbox" ${rememberMe && 'checked'} />
          Keep me logged in
        </label>
        <button id="kc-login" name="login" type="submit">Log in</button>
      </form>
      ${providerLinks(call.realm, attempt, providers)}
      <p>
        New here? <a href="${attemptAddress(call.realm, 'registration', attempt.id)}">Create an account</a>
      </p>`,
  });
}
