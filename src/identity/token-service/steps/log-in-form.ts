import { renewBrowserSecret } from '../browser';
import { ApiError } from '../../../platform/errors';
import { providerOfEmail } from '../broker/providers';
import { sendLogInPage } from '../pages/log-in-page';
import { sendProviderPage } from '../pages/provider-page';
import { formParameters } from '../parameters';
import { checkPassword } from '../password-check';
import type { RealmCall } from '../realm-route';
import { continueAttempt } from './continue-attempt';
import { findAttempt } from './find-attempt';

/** GET …/login-actions/authenticate: the log-in page again, after a reload. */
export async function showLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findAttempt(call);
  sendLogInPage(call, attempt, { email: attempt.request.loginHint });
}

/** POST …/login-actions/authenticate: email address and password. */
export async function submitLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findAttempt(call);
  const form = await formParameters(call.request);
  const typed = { email: form.get('username') ?? '', rememberMe: form.get('rememberMe') !== undefined };
  const client = call.parts.clients.find(attempt.request.clientId);
  const provider = client && providerOfEmail(call, client, typed.email);
  if (provider) return sendProviderPage(call, attempt, provider, typed.email);
  try {
    const user = await checkPassword(call, typed.email, form.get('password') ?? '');
    if (!user || user.disabledTime !== null) {
      return sendLogInPage(call, attempt, {
        ...typed,
        problem: 'The email address or the password is wrong.',
      });
    }
    const proof = { user, rememberMe: typed.rememberMe };
    await continueAttempt(
      call,
      await call.parts.attempts.identify(attempt, renewBrowserSecret(call), proof),
      user,
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
    const { status, retryAfter = 0 } = error;
    call.response.setHeader('Retry-After', retryAfter);
    sendLogInPage(call, attempt, { ...typed, status, problem: waitText(retryAfter) });
  }
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
