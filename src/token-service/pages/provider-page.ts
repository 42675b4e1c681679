import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { providerAddress } from './provider-links';
import { html } from './html';
import { sendRealmPage } from './realm-page';

/**
 * Leads somebody on to the provider that their address belongs to. Not by a redirect: the answer to a form may only
 * lead to where the page of the form has said, and nobody knows where a provider leads to.
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
