import { unauthenticated } from '../../../src/platform/errors';
import type { RestrictedTokenEntity } from '../../../src/identity/restricted-tokens/restricted-token.entity';
import type { Restrictions } from '../../../src/identity/restricted-tokens/check-restrictions';
import type { RequestContext } from '../../../src/request/request-context';

/**
 * Creates a restricted token for a caller. Throws when the caller's session has ended since the request began: the token
 * would outlive the end of all sessions.
 */
export const createToken = (
  { caller, services }: RequestContext,
  userId: string,
  restrictions: Restrictions,
): Promise<RestrictedTokenEntity> =>
  services.restrictedTokens.create(userId, restrictions, async (manager) => {
    if (caller.kind !== 'user') return;
    const { userId: callerId, sessionId } = caller;
    // Until the end of the transaction, nobody ends all sessions of the account.
    const user = await services.accounts.lockEnabled(manager, callerId);
    const session = await services.sessions.findAlive(manager, { userId: callerId, id: sessionId });
    if (!user || !session) throw unauthenticated();
  });
