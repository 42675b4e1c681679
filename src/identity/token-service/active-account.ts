import type { UserEntity } from '../accounts/user.entity';
import { invalidGrant } from './oauth-error';
import type { TokenServiceParts } from './token-service-parts';

/** The account with this id, or null if it is deleted or disabled. */
export async function activeAccount(
  { accounts }: TokenServiceParts,
  userId: string,
): Promise<UserEntity | null> {
  const [user] = await accounts.findMany([userId]);
  return user && user.disabledTime === null ? user : null;
}

/**
 * The account that tokens are requested for, or null if it is deleted. Throws `invalid_grant` when it is disabled.
 */
export async function grantHolder(
  { accounts }: TokenServiceParts,
  userId: string,
): Promise<UserEntity | null> {
  const [user] = await accounts.findMany([userId]);
  if (user) assertEnabled(user);
  return user ?? null;
}

/** Throws `invalid_grant` for an account that the operator has disabled. */
export function assertEnabled({ disabledTime }: UserEntity): void {
  if (disabledTime !== null) throw invalidGrant('Account disabled');
}
