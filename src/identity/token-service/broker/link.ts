import { ApiError } from '../../../platform/errors';
import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import { redirectTo } from '../authorize/answer';
import { readTarget } from '../authorize/read-request';
import { ensureBrowserSecret, findSignOn } from '../browser';
import { PageError } from '../page-error';
import { queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { digestSecret, sameDigest } from '../secrets';
import type { VisitPurpose } from '../storage/provider-visit.entity';
import { findProvider, providerOfPath } from './providers';
import { visitProvider } from './visit';

type Linking = Extract<VisitPurpose, { kind: 'link' }>;

/**
 * GET …/broker/{alias}/link: a client sends a logged-in person to a provider, to link the accounts. The hash proves
 * that the client knows their session, so that a foreign page cannot link an identity of its own.
 */
export async function linkWithProvider(call: RealmCall): Promise<void> {
  const { alias } = providerOfPath(call, 400);
  const sent = queryParameters(call.request);
  const { client, target } = readTarget(call.parts.clients, sent);
  const signOn = await findSignOn(call);
  if (!signOn || sent.repeated() !== undefined) throw notPossible();
  const expected = digestSecret(`${sent.get('nonce') ?? ''}${signOn.sessionId}${client.id}${alias}`);
  if (sent.get('nonce') === undefined || !sameDigest(sent.get('hash') ?? '', expected)) throw notPossible();
  const provider = findProvider(call, client, alias);
  // Third-party clients know the session, too.
  if (!provider || client.consentRequired) throw notPossible();
  const { userId, sessionId } = signOn;
  const purpose = { kind: 'link', userId, sessionId, redirectUri: target.redirectUri } as const;
  await visitProvider(call, { provider, purpose, browserSecret: ensureBrowserSecret(call) });
}

const notPossible = (): PageError =>
  new PageError('Your accounts cannot be linked now. Please log in again and start over.');

/** Links the account of the session with the identity from a provider, and returns to the client. */
export async function finishLinking(
  call: RealmCall,
  { userId, sessionId, redirectUri }: Linking,
  identity: ExternalIdentity,
): Promise<void> {
  const signOn = await findSignOn(call);
  if (signOn?.userId !== userId || signOn.sessionId !== sessionId) throw notPossible();
  try {
    await call.parts.brokeredAccounts.link(userId, identity, 'session', sessionId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
    throw new PageError('The account or the log-in is already linked with another one.', 409);
  }
  redirectTo(call, redirectUri);
}
