import type { UserEntity } from '../../accounts/user.entity';
import { finishAttempt } from '../authorize/finish';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { openStep } from './open-step';
import { sendStepPage } from './step-pages';

/** Takes an authenticated person to the next open step, or back to the client with a code. */
export async function continueAttempt(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
): Promise<void> {
  const step = await openStep(call, user, attempt.request);
  if (step === null) await finishAttempt(call, attempt, user);
  else await sendStepPage(call, attempt, user, step);
}
