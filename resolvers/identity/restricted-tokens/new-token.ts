import { forbidden, unauthenticated } from '../../../src/platform/errors';
import type { RestrictedTokenEntity } from '../../../src/identity/restricted-tokens/restricted-token.entity';
import type { Restrictions } from '../../../src/identity/restricted-tokens/check-restrictions';
import type { RequestContext } from '../../../src/request/request-context';

/**
 * Creates a restricted token of an account for a caller. Throws when the caller's session has ended since the request
 * began: the token would outlive the end of all sessions. Also throws for a service account, whose client it would outlive.
 */
export async function createToken(
  { caller, services }: RequestContext,
  userId: string,
  restrictions: Restrictions,
): Promise<RestrictedTokenEntity> {
  if (services.accounts.isServiceAccount({ id: userId }))
    throw forbidden('A service account has no restricted tokens: they would outlive its own.');
  const selfMade = caller.kind === 'user';
  return services.restrictedTokens.create(userId, restrictions, selfMade, async (manager) => {
    if (caller.kind !== 'user') return;
    const { userId: callerId, sessionId } = caller;
    // Until the end of the transaction, nobody ends all sessions of the account.
    const user = await services.accounts.lockEnabled(manager, callerId);
    const session = await services.sessions.findAlive(manager, { userId: callerId, id: sessionId });
    if (!user || !session) throw unauthenticated();
  });
}
