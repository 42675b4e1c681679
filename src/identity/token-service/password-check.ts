import type { UserEntity } from '../accounts/user.entity';
import { ApiError } from '../../platform/errors';
import type { RealmCall } from './realm-route';

/**
 * The account of an email address and password, or null. The result and its timing are the same for a wrong
 * password, an unknown address and an account that never logs in here. Throws after too many failures. Used by the
 * log-in page and the password grant.
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
