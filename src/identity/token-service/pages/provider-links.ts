import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { Realm } from '../realm';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { html, type Html } from './html';

/** Where a log-in continues at a provider. */
export const providerAddress = (
  realm: Realm,
  { id }: LogInAttemptEntity,
  { alias }: IdentityProvider,
): string => `${realm.cookiePath}broker/${encodeURIComponent(alias)}/login?attempt=${id}`;

/** Other ways to log in, below the form. */
export const providerLinks = (
  realm: Realm,
  attempt: LogInAttemptEntity,
  providers: readonly IdentityProvider[],
): Html[] =>
  providers.map(
    (provider) =>
      html`<p>
        <a id="social-${provider.alias}" class="button" href="${providerAddress(realm, attempt, provider)}"
          >Log in with ${provider.displayName}</a
        >
      </p>`,
  );
