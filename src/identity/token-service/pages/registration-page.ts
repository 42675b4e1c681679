import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { emailField } from './email-field';
import { html } from './html';
import { newPasswordFields } from './new-password-fields';
import { problemText, sendRealmPage } from './realm-page';

export interface RegistrationPage {
  email?: string;
  problem?: string;
}

const agreement = html`<label class="choice"
  ><input id="terms" name="terms" type="checkbox" value="yes" required /> I agree to the terms of use and the
  privacy policy of this service.</label
>`;

/** The sign-up form for a patient or a clinician. */
export function sendRegistrationPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  role: 'patient' | 'clinician',
  { email = '', problem }: RegistrationPage,
): void {
  const address = attemptAddress(call.realm, 'registration', attempt.id);
  sendRealmPage(call, {
    title: role === 'patient' ? 'Create a personal account' : 'Create a clinic account',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <form id="kc-register-form" method="post" action="${address}&role=${role}">
        ${emailField({ name: 'email', value: email, autocomplete: 'email', isWrong: problem !== undefined })}
        ${newPasswordFields('Password', problem !== undefined)} ${role === 'clinician' && agreement}
        <button type="submit">Create account</button>
      </form>
      <p>
        You have an account? <a href="${attemptAddress(call.realm, 'authenticate', attempt.id)}">Log in</a>
      </p>`,
  });
}

/** Asks which of the two forms to show. */
export function sendRoleChoicePage(call: RealmCall, attempt: LogInAttemptEntity): void {
  const address = attemptAddress(call.realm, 'registration', attempt.id);
  sendRealmPage(call, {
    title: 'Create an account',
    content: html`<p>Who is the account for?</p>
      <ul>
        <li><a href="${address}&role=patient">Me, or somebody I care for, with diabetes</a></li>
        <li><a href="${address}&role=clinician">A member of a clinic</a></li>
      </ul>`,
  });
}
