import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { sendRealmPage } from './realm-page';

/** The same page whether the account is new or already exists: nobody learns who has an account. */
export function sendRegisteredPage(call: RealmCall, attempt: LogInAttemptEntity, email: string): void {
  sendRealmPage(call, {
    title: 'Confirm your email address',
    content: html`<p>
        We have sent a mail to <strong>${email}</strong>. Follow the link in it, then
        <a href="${attemptAddress(call.realm, 'authenticate', attempt.id)}">log in</a>.
      </p>
      <p class="hint">No mail? Look into the spam folder, too.</p>`,
  });
}
