import { sendError } from '../authorize/answer';
import { authorize } from '../authorize/authorize';
import { readRequest, readTarget } from '../authorize/read-request';
import { ensureBrowserSecret, renewBrowserSecret, findSignOn } from '../browser';
import { sendRegistrationPage, sendRoleChoicePage, type RegistrationPage } from '../pages/registration-page';
import { sendRegisteredPage } from '../pages/registered-page';
import { formParameters, queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { continueAttempt } from '../steps/continue-attempt';
import { findOpenAttempt } from '../steps/find-attempt';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import { openAccount, type RegistrationRole } from './open-account';

const isRole = (text: string | undefined): text is RegistrationRole =>
  text === 'patient' || text === 'clinician';

/** GET …/registrations: authorize for a person without an account. A signed-on browser gets its code. */
export async function startRegistration(call: RealmCall): Promise<void> {
  if (await findSignOn(call)) return authorize(call);
  const sent = queryParameters(call.request);
  const { client, target } = readTarget(call.parts.clients, sent);
  const accepted = readRequest(client, target, sent);
  if ('error' in accepted) return sendError(call, target, accepted.error, accepted.description);
  const { request, silent } = accepted;
  if (silent) return sendError(call, request, 'login_required', 'A log-in is required');
  const attempt = await call.parts.attempts.begin(call.realm, ensureBrowserSecret(call), request);
  showForm(call, attempt, { email: request.loginHint });
}

/** GET …/login-actions/registration: the same from the log-in page. */
export async function showRegistration(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
  showForm(call, attempt, { email: attempt.request.loginHint });
}

function showForm(call: RealmCall, attempt: LogInAttemptEntity, page: RegistrationPage): void {
  const role = queryParameters(call.request).get('role');
  if (isRole(role)) sendRegistrationPage(call, attempt, role, page);
  else sendRoleChoicePage(call, attempt);
}

/** POST …/login-actions/registration: creates the account and continues the log-in. */
export async function submitRegistration(call: RealmCall): Promise<void> {
  const attempt = await findOpenAttempt(call);
  const role = queryParameters(call.request).get('role');
  if (!isRole(role)) return sendRoleChoicePage(call, attempt);
  const form = await formParameters(call.request);
  const email = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  const fail = (problem: string) => sendRegistrationPage(call, attempt, role, { email, problem });
  if (password !== form.get('password-confirm')) return fail('The two passwords differ.');
  if (role === 'clinician' && form.get('terms') === undefined)
    return fail('Please agree to the terms of use.');

  const outcome = await openAccount(call, { email, password, role });
  if (outcome.kind === 'invalid') {
    return fail('Please enter a valid email address and a password of 8 to 72 characters without spaces.');
  }
  if (outcome.kind === 'known' || !outcome.user.emailVerified)
    return sendRegisteredPage(call, attempt, email);
  const proof = { user: outcome.user, rememberMe: false };
  const identified = await call.parts.attempts.identify(attempt, renewBrowserSecret(call), proof);
  await continueAttempt(call, identified, outcome.user);
}
