import type { UserEntity } from '../../accounts/user.entity';
import type { RealmCall } from '../realm-route';
import { hasScope, type knownScopes } from '../scope';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { cspSource } from './page';
import { sendRealmPage } from './realm-page';

/**
 * What each scope allows, in plain words. A token of any scope can access what its owner can, except what
 * `closedToForeignClients` excludes.
 */
const permissions: [(typeof knownScopes)[number], string][] = [
  [
    'openid',
    'read, add, change and delete health data, notes and profiles, in your account and in all others where you may do so',
  ],
  ['profile', 'see your name'],
  ['email', 'see your email address'],
  [
    'offline_access',
    'do all of this while you are not using it, until you end its session or change your password',
  ],
];

/** What no third-party client can do, in plain words: the content of `closedToForeignClients`. */
const refusals = [
  'change your password, your email address or your role, log you out elsewhere, or delete your account',
  'share your data, end shares, grant or revoke consents, send or answer invitations',
  'change the members of a clinic, create or change patient accounts, or create or delete a clinic',
  'create links, keys or devices that give later access to your data',
];

/** Asks for consent to a third-party client. */
export function sendConsentPage(call: RealmCall, attempt: LogInAttemptEntity, { email }: UserEntity): void {
  const { id, request } = attempt;
  const name = call.parts.clients.find(request.clientId)?.name ?? request.clientId;
  const asked = permissions.filter(([scopeName]) => hasScope(request.scope, scopeName));
  sendRealmPage(call, {
    title: 'Allow access?',
    formTarget: request.redirectUri,
    content: html`<p>
        <strong>${name}</strong> asks for access to your account${email !== null && ` (${email})`}. If you
        allow it, ${name} can
      </p>
      <ul>
        ${asked.map(([, text]) => html`<li>${text}</li>`)}
      </ul>
      <p>${name} can never</p>
      <ul>
        ${refusals.map((text) => html`<li>${text}</li>`)}
      </ul>
      <p>You continue to ${cspSource(request.redirectUri)} in either case.</p>
      <form method="post" action="${attemptAddress(call.realm, 'required-action', id)}">
        <input type="hidden" name="step" value="consent" />
        <button name="accept" value="yes" type="submit">Allow</button>
        <button class="secondary" name="cancel" value="yes" type="submit">Deny</button>
      </form>`,
  });
}
