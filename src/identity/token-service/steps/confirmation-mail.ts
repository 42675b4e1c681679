import type { UserEntity } from '../../accounts/user.entity';
import { ApiError } from '../../../platform/errors';
import type { RealmCall } from '../realm-route';

/** Sends the mail that confirms the address, unless the last link is still valid. */
export async function sendConfirmationMail({ parts }: RealmCall, user: UserEntity): Promise<void> {
  try {
    await parts.confirmations.sendSignup(user.id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'WRONG_STATE')) throw error;
  }
}

/** Resends it; the last link becomes invalid. Throws when the address has received too many. */
export async function sendConfirmationMailAgain({ parts }: RealmCall, { id }: UserEntity): Promise<void> {
  await parts.database.transaction((manager) => parts.confirmations.replaceSignup(manager, id));
}
