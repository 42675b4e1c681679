import { continueSignedOn, showLogIn } from '../authorize/authorize';
import { signOnOf } from '../browser';
import { isRegisteredRedirect } from '../clients/redirect-rule';
import type { LogInOver } from '../log-in-over';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import type { SignOn } from '../storage/sign-on.service';

const problem = 'This log-in page has expired or was used before. Please log in again.';

/**
 * Begins a log-in that is over once more, as if the client had just asked for it: a browser that is signed on by now
 * (a form was sent twice, or another tab was faster) goes on to the client, all others get a new log-in page. Nothing
 * that was sent along counts. Throws what it was given when the client cannot be asked for: a records system that has
 * opened it has to do so again.
 */
export async function startAnew(call: RealmCall, over: LogInOver): Promise<void> {
  const { attempt } = over;
  const client = call.parts.clients.find(attempt?.request.clientId);
  if (!attempt || !client || attempt.request.launch) throw over;
  const { request } = attempt;
  if (!isRegisteredRedirect(client.redirectUris, request.redirectUri)) throw over;
  const signOn = await signOnOf(call);
  const isDone = signOn !== null && isRecentEnough(call, attempt, signOn);
  if (isDone && (await continueSignedOn(call, { request, signOn }))) return;
  // Whose browser it is, is not known: nobody is told the address that the client has suggested.
  await showLogIn(call, { ...request, loginHint: undefined }, { problem, status: 400 });
}

/** Where the client wants the password to be entered anew, it must have been since the attempt began. */
const isRecentEnough = ({ parts }: RealmCall, attempt: LogInAttemptEntity, { authTime }: SignOn): boolean =>
  !attempt.request.freshLogIn || authTime >= parts.attempts.beginTime(attempt);
