import type { IdentityProvider } from '../../identity-providers/identity-provider';
import { sendError } from '../authorize/answer';
import type { AcceptedRequest } from '../authorize/read-request';
import { ensureBrowserSecret } from '../browser';
import type { Client } from '../clients/client';
import { PageError } from '../page-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { isAllowed } from './providers';
import { visitProvider } from './visit';

/** Valid launch ids of clients. */
const correlationPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Handles a client launched from an EHR (SMART App Launch, 2.0): the browser goes to the EHR's log-in, even if it is
 * signed on here, because only the EHR knows which patient is open. Returns false if there is no launch, such as for
 * a silent check of the log-in. Throws a page error when the launch is invalid.
 */
export async function openFromRecords(
  call: RealmCall,
  client: Client,
  { request, silent }: AcceptedRequest,
  sent: Parameters,
): Promise<boolean> {
  if (silent) {
    if (sent.get('iss') === undefined) return false;
    sendError(call, request, 'login_required', 'A launch needs a page');
    return true;
  }
  const provider = recordsSystem(call, client, sent.get('iss'));
  const correlationId = sent.get('correlation_id');
  if (correlationId === undefined || !correlationPattern.test(correlationId)) {
    throw new PageError('The application did not identify the launch (correlation_id).');
  }
  const context = { launch: sent.get('launch'), audience: sent.get('aud') };
  const browserSecret = ensureBrowserSecret(call);
  const launching = { ...request, launch: { correlationId, ...context } };
  const { id: attemptId } = await call.parts.attempts.begin(call.realm, browserSecret, launching);
  const { loginHint, freshLogIn: forceLogIn } = request;
  const purpose = { kind: 'log-in', attemptId, isLaunch: true } as const;
  await visitProvider(call, { provider, purpose, browserSecret, loginHint, forceLogIn, context });
  return true;
}

function recordsSystem(
  { parts: { identityProviders } }: RealmCall,
  client: Client,
  address: string | undefined,
): IdentityProvider {
  if (address === undefined) {
    throw new PageError('The application did not name the health record system that launched it (iss).');
  }
  const provider = identityProviders.findByAddress(address);
  if (provider && isAllowed(client, provider)) return provider;
  throw new PageError('The health record system that launched the application is unknown.');
}
