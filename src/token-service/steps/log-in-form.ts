import { now } from '../../clock';
import { sendLogInPage } from '../pages/log-in-page';
import { formParameters } from '../parameters';
import { checkPassword } from '../password-check';
import type { RealmCall } from '../realm-route';
import { continueAttempt } from './continue-attempt';
import { findAttempt } from './find-attempt';

/** GET …/login-actions/authenticate: the log-in page once more, after a reload. */
export async function showLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findAttempt(call);
  sendLogInPage(call, attempt, { email: attempt.request.loginHint });
}

/** POST …/login-actions/authenticate: e-mail address and password. */
export async function submitLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findAttempt(call);
  const form = await formParameters(call.request);
  const email = form.get('username') ?? '';
  const rememberMe = form.get('rememberMe') !== undefined;
  const user = await checkPassword(call, email, form.get('password') ?? '');
  if (!user) {
    const problem = 'The e-mail address or the password is wrong.';
    return sendLogInPage(call, attempt, { email, rememberMe, problem });
  }
  const proof = { userId: user.id, authTime: now(), rememberMe };
  await continueAttempt(call, await call.parts.attempts.identify(attempt, proof), user);
}
