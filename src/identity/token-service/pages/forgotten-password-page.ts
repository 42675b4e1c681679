import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { emailField } from './email-field';
import { html } from './html';
import { problemText, sendRealmPage } from './realm-page';

interface ForgottenPasswordPage {
  email?: string;
  problem?: string;
}

/** Asks for the address to mail a password reset link to. */
export function sendForgottenPasswordPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  { email = '', problem }: ForgottenPasswordPage,
): void {
  sendRealmPage(call, {
    title: 'Forgotten your password?',
    content: html`${problemText(problem)}
      <p>Enter your email address. We will send you a link to set a new password.</p>
      <form
        id="kc-reset-password-form"
        method="post"
        action="${attemptAddress(call.realm, 'reset-credentials', attempt.id)}"
      >
        ${emailField({
          name: 'username',
          value: email,
          autocomplete: 'username',
          isFocused: true,
          isWrong: problem !== undefined,
        })}
        <button type="submit">Send the link</button>
      </form>
      <p><a href="${attemptAddress(call.realm, 'authenticate', attempt.id)}">Back to the log-in</a></p>`,
  });
}

/** The same page whether the address has an account or not. */
export function sendResetMailedPage(call: RealmCall, attempt: LogInAttemptEntity, email: string): void {
  sendRealmPage(call, {
    title: 'Check your mail',
    content: html`<p>
        We have sent a mail to <strong>${email}</strong>. Follow the link in it to set a new password, then
        <a href="${attemptAddress(call.realm, 'authenticate', attempt.id)}">log in</a>.
      </p>
      <p class="hint">No mail? Look into the spam folder, too.</p>`,
  });
}
