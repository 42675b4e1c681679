import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../../platform/clock';
import { ApiError } from '../../../platform/errors';
import type { AccountStep } from '../account-steps';
import { activeAccount } from '../active-account';
import { sendError } from '../authorize/answer';
import { finishAttempt } from '../authorize/finish';
import { findSignOn } from '../browser';
import { LogInOver } from '../log-in-over';
import { formParameters, type Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { sendConfirmationMailAgain } from './confirmation-mail';
import { continueAttempt } from './continue-attempt';
import { findAttempt } from './find-attempt';
import { openStep } from './open-step';
import { sendStepPage } from './step-pages';

/**
 * The attempt of the browser and the person who has authenticated in it, if the password is still the same; for a
 * browser that was already signed on, as long as it is.
 */
async function findIdentified(call: RealmCall): Promise<{ attempt: LogInAttemptEntity; user: UserEntity }> {
  const attempt = await findAttempt(call);
  const user = attempt.userId === null ? null : await activeAccount(call.parts, attempt.userId);
  if (!user || call.parts.attempts.isVoid(attempt, user)) throw new LogInOver(attempt);
  if (attempt.sessionId !== null && (await findSignOn(call))?.sessionId !== attempt.sessionId)
    throw new LogInOver(attempt);
  return { attempt, user };
}

/** GET …/login-actions/required-action: the open step. */
export async function showRequiredAction(call: RealmCall): Promise<void> {
  const { attempt, user } = await findIdentified(call);
  await continueAttempt(call, attempt, user);
}

/** POST …/login-actions/required-action: completes a step, if it is the open one, and continues with the next. */
export async function submitRequiredAction(call: RealmCall): Promise<void> {
  const { attempt, user } = await findIdentified(call);
  const form = await formParameters(call.request);
  if (form.get('cancel') !== undefined) return cancel(call, attempt);
  const step = await openStep(call, user, attempt.request);
  if (step === null || form.get('step') !== step) return continueAttempt(call, attempt, user);
  if (step === 'consent') return allowClient(call, attempt, user, form);
  const problem = await doStep[step](call, user, form);
  if (problem !== null) return sendStepPage(call, attempt, user, step, problem);
  const changed = await activeAccount(call.parts, user.id);
  if (!changed) throw new LogInOver(attempt);
  await continueAttempt(call, attempt, changed);
}

/** Stores the consent, and returns to the client: it is the last step. */
async function allowClient(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
  form: Parameters,
): Promise<void> {
  if (form.get('accept') === undefined) return sendStepPage(call, attempt, user, 'consent');
  await finishAttempt(call, attempt, user, { hasConsented: true });
}

/** A person who declines returns to the client without a code. */
async function cancel(call: RealmCall, attempt: LogInAttemptEntity): Promise<void> {
  const { parts } = call;
  await parts.database.transaction((manager) => parts.attempts.finish(manager, attempt.id));
  sendError(call, attempt.request, 'access_denied', 'The person has not consented');
}

/** Completes a step. Resolves to a message when the form is incomplete. */
type Step = (call: RealmCall, user: UserEntity, form: Parameters) => Promise<string | null>;

const doStep: Record<AccountStep, Step> = {
  'verify-email': resendMail,
  'choose-role': chooseRole,
  'accept-terms': acceptTerms,
};

async function resendMail(call: RealmCall, user: UserEntity): Promise<string | null> {
  try {
    await sendConfirmationMailAgain(call, user);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
    return 'We have already sent many mails to this address. Please look for them, or try again later.';
  }
}

async function chooseRole({ parts }: RealmCall, user: UserEntity, form: Parameters): Promise<string | null> {
  const role = form.get('role');
  if (role !== 'patient' && role !== 'clinician') return 'Please choose one.';
  await parts.accounts.update(user.id, { roles: [...user.roles, role] });
  return null;
}

const ages = ['18-and-over', '13-to-17', '12-and-under'];

async function acceptTerms({ parts }: RealmCall, user: UserEntity, form: Parameters): Promise<string | null> {
  if (user.roles.includes('patient') && !ages.includes(form.get('age') ?? '')) return 'Please enter the age.';
  if (form.get('agree') === undefined) return 'Please agree to the terms, or cancel.';
  await parts.accounts.update(user.id, { termsAcceptedTime: now() });
  return null;
}
