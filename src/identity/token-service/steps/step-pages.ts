import type { UserEntity } from '../../accounts/user.entity';
import { sendAcceptTermsPage } from '../pages/accept-terms-page';
import { sendConsentPage } from '../pages/consent-page';
import { sendChooseRolePage } from '../pages/choose-role-page';
import { sendVerifyEmailPage } from '../pages/verify-email-page';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { sendConfirmationMail } from './confirmation-mail';
import type { OpenStep } from './open-step';

/** Shows the page of a step. */
export async function sendStepPage(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
  step: OpenStep,
  problem?: string,
): Promise<void> {
  switch (step) {
    case 'verify-email':
      await sendConfirmationMail(call, user);
      return sendVerifyEmailPage(call, attempt, user.email ?? '');
    case 'choose-role':
      return sendChooseRolePage(call, attempt, problem);
    case 'accept-terms':
      return sendAcceptTermsPage(call, attempt, user.roles.includes('patient'), problem);
    case 'consent':
      return sendConsentPage(call, attempt, user);
  }
}
