import { renewBrowserSecret } from '../browser';
import { ApiError } from '../../../platform/errors';
import { providerOfEmail } from '../broker/providers';
import { LogInOver } from '../log-in-over';
import { sendLogInPage } from '../pages/log-in-page';
import { sendProviderPage } from '../pages/provider-page';
import { formParameters } from '../parameters';
import { checkPassword } from '../password-check';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import type { Proof } from '../storage/log-in-attempt.service';
import { continueAttempt } from './continue-attempt';
import { findOpenAttempt } from './find-attempt';

/** GET …/login-actions/authenticate: the log-in page again, after a reload. */
export async function showLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
  sendLogInPage(call, attempt, { email: attempt.request.loginHint });
}

/** POST …/login-actions/authenticate: email address and password. */
export async function submitLogInForm(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
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
    await logIn(call, attempt, { user, rememberMe: typed.rememberMe });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
    const { status, retryAfter = 0 } = error;
    call.response.setHeader('Retry-After', retryAfter);
    sendLogInPage(call, attempt, { ...typed, status, problem: waitText(retryAfter) });
  }
}

/**
 * Continues with the person whose password was right. If the same form was sent twice, and the other one is done by now,
 * this one logs in on its own: the browser shows only this answer, and may never see the cookies of the other one.
 */
async function logIn(call: RealmCall, attempt: LogInAttemptEntity, proof: Proof): Promise<void> {
  const { attempts } = call.parts;
  const browserSecret = renewBrowserSecret(call);
  const proceed = async (of: LogInAttemptEntity) =>
    continueAttempt(call, await attempts.identify(of, browserSecret, proof), proof.user);
  try {
    await proceed(attempt);
  } catch (error) {
    if (!(error instanceof LogInOver)) throw error;
    await proceed(await attempts.begin(call.realm, browserSecret, attempt.request));
  }
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
