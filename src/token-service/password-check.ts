import type { UserEntity } from '../accounts/user.entity';
import { ApiError } from '../errors';
import type { RealmCall } from './realm-route';

/**
 * The account of an e-mail address and password, or null: one answer, in the same time, for a wrong password, an
 * unknown address and an account that never logs in here. Throws when too many tries have failed. The log-in page and the password grant both come through here.
 */
export async function checkPassword(
  { parts, request }: RealmCall,
  email: string,
  password: string,
): Promise<UserEntity | null> {
  try {
    return await parts.auth.authenticate(email, password, request.ip ?? '');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}
