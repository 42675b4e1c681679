import { continueSignedOn, showLogIn } from '../authorize/authorize';
import { findSignOn } from '../browser';
import type { LogInOver } from '../log-in-over';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import type { SignOn } from '../storage/sign-on.service';

const problem = 'This log-in page has expired or has already been used. Please log in again.';

/**
 * Restarts a log-in that cannot continue, as if the client had just requested it: a browser that is signed on by now
 * (a form was sent again later, or another tab was faster) continues to the client, all others get a new log-in page.
 * Submitted values are ignored. Rethrows the given error when the request cannot be repeated: an EHR that launched
 * the client has to launch it again.
 */
export async function startAnew(call: RealmCall, over: LogInOver): Promise<void> {
  const { attempt } = over;
  const client = call.parts.clients.find(attempt?.request.clientId);
  if (!attempt || !client || attempt.request.launch) throw over;
  const { request } = attempt;
  if (!call.parts.clients.isTarget(client.redirectUris, request.redirectUri)) throw over;
  const signOn = await findSignOn(call);
  const isDone = signOn !== null && isRecentEnough(call, attempt, signOn);
  if (isDone && (await continueSignedOn(call, { request, signOn }))) return;
  // It is unknown whose browser this is, so the address suggested by the client is not shown.
  await showLogIn(call, { ...request, loginHint: undefined }, { problem, status: 400 });
}

/** If the client wants the password to be entered again, this must have happened since the attempt began. */
const isRecentEnough = ({ parts }: RealmCall, attempt: LogInAttemptEntity, { authTime }: SignOn): boolean =>
  !attempt.request.freshLogIn || authTime >= parts.attempts.beginTime(attempt);
