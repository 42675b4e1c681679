import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { problemText, sendRealmPage } from './realm-page';

interface LinkAccountPage {
  problem?: string;
  isMailSent?: boolean;
}

/** Asks a person authenticated by a provider to prove that the account with their address is theirs. */
export function sendLinkAccountPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  { provider, email }: ExternalIdentity,
  { problem, isMailSent }: LinkAccountPage,
): void {
  const name = call.parts.identityProviders.displayName(provider);
  const address = attemptAddress(call.realm, 'link-account', attempt.id);
  sendRealmPage(call, {
    title: 'You already have an account',
    formTarget: attempt.request.redirectUri,
    content: html`${problemText(problem)}
      <p>
        There is an account for <strong>${email ?? ''}</strong>. Show once that it is yours; then you can log
        in with ${name}.
      </p>
      <form id="link-by-password" method="post" action="${address}">
        <label
          >Password of the account
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            autofocus
          />
        </label>
        <button type="submit">Continue</button>
      </form>
      ${
        isMailSent
          ? html`<p>We have sent you a mail. Open the link in it in this browser.</p>`
          : html`<form id="link-by-mail" method="post" action="${address}">
              <button class="secondary" name="step" value="mail" type="submit">Send me a mail instead</button>
            </form>`
      }`,
  });
}

/** The page behind the link in the mail. */
export function sendConfirmLinkPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  { provider, email }: ExternalIdentity,
  key: string,
): void {
  const name = call.parts.identityProviders.displayName(provider);
  sendRealmPage(call, {
    title: `Log in with ${name}?`,
    formTarget: attempt.request.redirectUri,
    content: html`<p>
        From now on, whoever logs in at ${name} as you have just done can use the account
        <strong>${email ?? ''}</strong>.
      </p>
      <form method="post" action="${attemptAddress(call.realm, 'link-account', attempt.id)}">
        <input type="hidden" name="key" value="${key}" />
        <button type="submit">Continue</button>
      </form>`,
  });
}
