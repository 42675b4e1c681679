import { ApiError } from '../../../platform/errors';
import { sendForgottenPasswordPage, sendResetMailedPage } from '../pages/forgotten-password-page';
import { formParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { findOpenAttempt } from './find-attempt';

/** GET …/login-actions/reset-credentials: asks for the address of a person who has forgotten the password. */
export async function showForgottenPassword(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
  sendForgottenPasswordPage(call, attempt, { email: attempt.request.loginHint });
}

/** POST …/login-actions/reset-credentials: mails the link, with the same response for unknown addresses. */
export async function submitForgottenPassword(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
  const form = await formParameters(call.request);
  const email = form.get('username') ?? '';
  try {
    await call.parts.passwordResets.request(email);
    sendResetMailedPage(call, attempt, email);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'BAD_USER_INPUT') throw error;
    sendForgottenPasswordPage(call, attempt, { email, problem: 'Please enter a valid email address.' });
  }
}
