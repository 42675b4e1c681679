import type { ExternalIdentity, IdentityProvider } from '../../identity-providers/identity-provider';
import type { LaunchedIdentity, VisitSecrets } from '../../identity-providers/relying-party.service';
import { sendError } from '../authorize/answer';
import { readBrowserSecret } from '../browser';
import { LogInOver } from '../log-in-over';
import { PageError } from '../page-error';
import { queryParameters, type Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { openAttempt } from '../steps/find-attempt';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import type { ProviderVisitEntity } from '../storage/provider-visit.entity';
import { finishLinking } from './link';
import { continueWithIdentity } from './identity-log-in';
import { providerOfPath, returnAddress } from './providers';
import { askingProvider } from './visit';

/** GET …/broker/{alias}/endpoint: the browser returns from a provider (OpenID Connect Core, 3.1.2.5). */
export async function returnFromProvider(call: RealmCall): Promise<void> {
  const provider = providerOfPath(call, 404);
  const sent = queryParameters(call.request);
  if (sent.repeated() !== undefined) throw new LogInOver();
  const state = sent.get('state');
  const browserSecret = readBrowserSecret(call);
  if (state === undefined || browserSecret === undefined) throw new LogInOver();
  const { parts, realm } = call;
  const visit = await parts.providerVisits.end({ realm, provider: provider.alias, browserSecret, state });
  if (!visit) throw new LogInOver();
  if (visit.purpose.kind === 'link') {
    return finishLinking(call, visit.purpose, await identify(call, provider, visit, sent));
  }
  const attempt = await openAttempt(call, visit.purpose.attemptId);
  if (sent.get('error') === 'access_denied') return refuse(call, attempt);
  if (!visit.purpose.isLaunch) {
    return continueWithIdentity(call, attempt, await identify(call, provider, visit, sent));
  }
  const { identity, patient } = await identifyAtLaunch(call, provider, visit, sent);
  await parts.attempts.keepPatient(attempt, patient);
  await continueWithIdentity(call, attempt, identity);
}

function identify(
  call: RealmCall,
  provider: IdentityProvider,
  visit: ProviderVisitEntity,
  sent: Parameters,
): Promise<ExternalIdentity> {
  const address = answerAddress(call, provider, sent);
  return askingProvider(call, provider, () =>
    call.parts.relyingParty.identify(provider, address, toVisitSecrets(visit, sent)),
  );
}

function identifyAtLaunch(
  call: RealmCall,
  provider: IdentityProvider,
  visit: ProviderVisitEntity,
  sent: Parameters,
): Promise<LaunchedIdentity> {
  const address = answerAddress(call, provider, sent);
  return askingProvider(call, provider, () =>
    call.parts.relyingParty.identifyAtLaunch(provider, address, toVisitSecrets(visit, sent)),
  );
}

const toVisitSecrets = ({ nonce, codeVerifier }: ProviderVisitEntity, sent: Parameters): VisitSecrets => ({
  state: sent.get('state') ?? '',
  nonce,
  codeVerifier,
});

/** The URL with which the browser has returned, limited to the provider's parameters. */
function answerAddress(call: RealmCall, provider: IdentityProvider, sent: Parameters): URL {
  if (sent.get('error') === 'access_denied')
    throw new PageError(`You have not given your consent at ${provider.displayName}.`);
  const address = new URL(returnAddress(call, provider));
  for (const name of ['code', 'state', 'error', 'error_description', 'iss', 'session_state']) {
    const value = sent.get(name);
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** A person who cancels at the provider returns to the client without a code. */
async function refuse(call: RealmCall, attempt: LogInAttemptEntity): Promise<void> {
  const { parts } = call;
  await parts.database.transaction((manager) => parts.attempts.finish(manager, attempt.id));
  sendError(call, attempt.request, 'access_denied', 'The person canceled at the identity provider');
}
