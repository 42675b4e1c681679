import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { sendRealmPage } from './realm-page';

/** Waits for the person to follow the link in the mail. */
export function sendVerifyEmailPage(call: RealmCall, attempt: LogInAttemptEntity, email: string): void {
  const address = attemptAddress(call.realm, 'required-action', attempt.id);
  sendRealmPage(call, {
    title: 'Confirm your email address',
    formTarget: attempt.request.redirectUri,
    content: html`<p>
        We have sent a mail to <strong>${email}</strong>. Follow the link in it, then come back here.
      </p>
      <form method="post" action="${address}">
        <button name="step" value="check" type="submit">I have followed the link</button>
        <button class="secondary" name="step" value="verify-email" type="submit">Send the mail again</button>
      </form>
      <p class="hint">No mail? Look into the spam folder, too.</p>`,
  });
}
