import type { EntityManager } from 'typeorm';
import { unauthenticated } from '../../platform/errors';
import type { Caller } from '../caller';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';

interface Parts {
  sessions: SessionService;
  sharing: SharingService;
}

/**
 * Throws a refusal unless a person's session still is active, and they own or manage the account. For changes that have
 * locked the account: meanwhile another session may have set a new password, which ends this one, or the owner may have
 * claimed the account, which ends all custody. Trusted servers are not asked.
 */
export async function assertStillManages(
  { sessions, sharing }: Parts,
  manager: EntityManager,
  caller: Caller,
  accountId: string,
): Promise<void> {
  if (caller.kind !== 'user') return;
  const { userId, sessionId: id } = caller;
  if (!(await sessions.findAlive(manager, { userId, id }))) throw unauthenticated();
  await sharing.assertManages(manager, userId, accountId);
}
