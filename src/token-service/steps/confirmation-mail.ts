import type { UserEntity } from '../../accounts/user.entity';
import { ApiError } from '../../errors';
import type { RealmCall } from '../realm-route';

/** Sends the mail that confirms the address, unless the link of the last one is still good. */
export async function sendConfirmationMail({ parts }: RealmCall, user: UserEntity): Promise<void> {
  try {
    await parts.confirmations.sendSignup(user.id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'WRONG_STATE')) throw error;
  }
}

/** Sends it once more; the link of the last one is dead from then on. Throws when the address has got too many. */
export async function sendConfirmationMailAgain({ parts }: RealmCall, { id }: UserEntity): Promise<void> {
  await parts.database.transaction((manager) => parts.confirmations.replaceSignup(manager, id));
}
