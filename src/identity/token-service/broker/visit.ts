import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { LaunchContext } from '../../identity-providers/relying-party.service';
import { redirectTo } from '../authorize/answer';
import { PageError } from '../page-error';
import type { RealmCall } from '../realm-route';
import type { VisitPurpose } from '../storage/provider-visit.entity';
import { returnAddress } from './providers';

interface Visit {
  provider: IdentityProvider;
  purpose: VisitPurpose;
  /** The secret of the browser. */
  browserSecret: string;
  loginHint?: string;
  forceLogIn?: boolean;
  /** Set if the provider has launched the client. */
  context?: LaunchContext;
}

/** Redirects the browser to a provider. Throws a page error when the provider is unavailable. */
export async function visitProvider(
  call: RealmCall,
  { provider, purpose, browserSecret, ...visit }: Visit,
): Promise<void> {
  const { parts, realm } = call;
  const secrets = await parts.providerVisits.begin(realm, provider.alias, browserSecret, purpose);
  const address = await askingProvider(call, provider, () =>
    parts.relyingParty.authorizationAddress(provider, {
      ...secrets,
      redirectUri: returnAddress(call, provider),
      loginHint: visit.loginHint,
      forceLogIn: visit.forceLogIn ?? false,
      context: visit.context,
    }),
  );
  redirectTo(call, address);
}

/** Runs a request to a provider. A failure becomes a page without its cause, which is logged. */
export async function askingProvider<Result>(
  { parts }: RealmCall,
  { alias, displayName }: IdentityProvider,
  question: () => Promise<Result>,
): Promise<Result> {
  try {
    return await question();
  } catch (error) {
    const reason = parts.relyingParty.getFailureReason(error);
    if (reason === null) throw error;
    parts.log.warn({ err: error, provider: alias }, 'a log-in with an identity provider failed');
    if (reason === 'refused') {
      throw new PageError(`${displayName} has not confirmed who you are. Please go back and try again.`);
    }
    throw new PageError(`${displayName} cannot be reached at the moment. Please try again later.`, 502);
  }
}
