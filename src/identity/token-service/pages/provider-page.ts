import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { providerAddress } from './provider-links';
import { html } from './html';
import { sendRealmPage } from './realm-page';

/**
 * Sends a person on to the provider of their address. Not by a redirect: a form may only redirect to targets
 * declared by its page, and the targets of a provider are unknown.
 */
export function sendProviderPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  provider: IdentityProvider,
  email: string,
): void {
  const address = `${providerAddress(call.realm, attempt, provider)}&${new URLSearchParams({ login_hint: email }).toString()}`;
  call.response.setHeader('Refresh', `0; url=${address}`);
  sendRealmPage(call, {
    title: `Log in with ${provider.displayName}`,
    content: html`<p>
      <a id="social-${provider.alias}" href="${address}">Continue to ${provider.displayName}</a>
    </p>`,
  });
}
