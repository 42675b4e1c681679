import type { UserEntity } from '../../accounts/user.entity';
import { nextStep } from '../account-steps';
import { sendAcceptTermsPage } from '../pages/accept-terms-page';
import { sendChooseRolePage } from '../pages/choose-role-page';
import { sendVerifyEmailPage } from '../pages/verify-email-page';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { sendConfirmationMail } from './confirmation-mail';

/** Shows the page of the first open step of an account. */
export async function sendStepPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
  problem?: string,
): Promise<void> {
  switch (nextStep(user)) {
    case 'verify-email':
      await sendConfirmationMail(call, user);
      return sendVerifyEmailPage(call, attempt, user.email ?? '');
    case 'choose-role':
      return sendChooseRolePage(call, attempt, problem);
    case 'accept-terms':
      return sendAcceptTermsPage(call, attempt, user.roles.includes('patient'), problem);
    case null:
      throw new Error('The account has no open step.');
  }
}
