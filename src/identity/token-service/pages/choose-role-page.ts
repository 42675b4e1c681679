import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { problemText, sendRealmPage } from './realm-page';

/** Asks for the role of the account. */
export function sendChooseRolePage(call: RealmCall, attempt: LogInAttemptEntity, problem?: string): void {
  sendRealmPage(call, {
    title: 'Who are you?',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <form method="post" action="${attemptAddress(call.realm, 'required-action', attempt.id)}">
        <fieldset>
          <legend>I use this account</legend>
          <label class="choice"
            ><input type="radio" name="role" value="patient" required /> for my own diabetes, or as the
            caregiver of somebody who has it</label
          >
          <label class="choice"
            ><input type="radio" name="role" value="clinician" required /> as a member of a clinic</label
          >
        </fieldset>
        <button name="step" value="choose-role" type="submit">Continue</button>
      </form>`,
  });
}
