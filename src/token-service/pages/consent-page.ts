import type { UserEntity } from '../../accounts/user.entity';
import type { RealmCall } from '../realm-route';
import { hasScope, type knownScopes } from '../scope';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from './attempt-address';
import { html } from './html';
import { cspSource } from './page';
import { sendRealmPage } from './realm-page';

/**
 * What each scope name allows, for people. A token of any scope opens what its owner can open, but for what
 * `closedToForeignClients` closes.
 */
const permissions: [(typeof knownScopes)[number], string][] = [
  [
    'openid',
    'read, add, change and delete health data, notes and profiles, in your account and wherever you may do so',
  ],
  ['profile', 'see your name'],
  ['email', 'see your e-mail address'],
  [
    'offline_access',
    'do all of that while you are not using it, until you end its session or change your password',
  ],
];

/** What no client of somebody else may do, for people: the list of `closedToForeignClients`. */
const refusals = [
  'change your password, your e-mail address or your role, log you out elsewhere, or delete your account',
  'share your data, end shares, give consents, send invitations or answer them',
  'change who works in a clinic, open or change accounts of patients, or open or close a clinic',
  'make links, keys or devices that your data can be read with later',
];

/** Asks whether the client of somebody else may have what it asks for. */
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
      <p>In no case can ${name}</p>
      <ul>
        ${refusals.map((text) => html`<li>${text}</li>`)}
      </ul>
      <p>You go on to ${cspSource(request.redirectUri)} in either case.</p>
      <form method="post" action="${attemptAddress(call.realm, 'required-action', id)}">
        <input type="hidden" name="step" value="consent" />
        <button name="accept" value="yes" type="submit">Allow</button>
        <button class="secondary" name="cancel" value="yes" type="submit">Deny</button>
      </form>`,
  });
}
