import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { problemText, sendRealmPage } from './realm-page';

/** Who may agree for whom, by age. */
const ageQuestion = html`<fieldset>
  <legend>The person whose data this account holds</legend>
  <label class="choice"
    ><input type="radio" name="age" value="18-and-over" required /> is me, and I am 18 or older</label
  >
  <label class="choice"
    ><input type="radio" name="age" value="13-to-17" required /> is 13 to 17 years old, and a parent or
    guardian agrees</label
  >
  <label class="choice"
    ><input type="radio" name="age" value="12-and-under" required /> is 12 or younger, and I am the parent or
    guardian</label
  >
</fieldset>`;

/** Asks for agreement to the terms of use, and patients also for their age. */
export function sendAcceptTermsPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  isPatient: boolean,
  problem?: string,
): void {
  sendRealmPage(call, {
    title: 'Terms of use',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <form method="post" action="${attemptAddress(call.realm, 'required-action', attempt.id)}">
        <input type="hidden" name="step" value="accept-terms" />
        ${isPatient && ageQuestion}
        <label class="choice"
          ><input type="checkbox" name="agree" value="yes" required /> I agree to the terms of use and the
          privacy policy of this service.</label
        >
        <button name="accept" value="yes" type="submit">Accept</button>
        <button class="secondary" name="cancel" value="yes" type="submit" formnovalidate>Cancel</button>
      </form>`,
  });
}
