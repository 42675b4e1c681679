import type { UserEntity } from '../accounts/user.entity';
import type { TokenServiceParts } from './token-service-parts';

/** The account with this id, or null when it was deleted or switched off. */
export async function activeAccount(
  { accounts }: TokenServiceParts,
  userId: string,
): Promise<UserEntity | null> {
  const [user] = await accounts.findMany([userId]);
  return user && user.disabledTime === null ? user : null;
}
