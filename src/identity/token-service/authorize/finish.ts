import type { EntityManager } from 'typeorm';
import type { UserEntity } from '../../accounts/user.entity';
import { cookieNames, setCookie } from '../cookies';
import { LogInOver } from '../log-in-over';
import type { RealmCall } from '../realm-route';
import { digestSecret } from '../secrets';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';
import type { NewSignOn, SignOn } from '../storage/sign-on.service';
import { findSignOn } from '../browser';
import { sendAnswer } from './answer';
import type { AuthorizationRequest } from './authorization-request';

interface SignedOn {
  request: AuthorizationRequest;
  user: UserEntity;
  signOn: SignOn;
}

/** Answers an already signed-on browser with a code. */
export async function finishLogIn(call: RealmCall, { request, user, signOn }: SignedOn): Promise<void> {
  const { parts, realm } = call;
  const { sessionId, authTime } = signOn;
  const code = await parts.database.transaction(async (manager) => {
    await parts.sessions.touch(manager, user.id, sessionId);
    return parts.codes.issue(manager, realm, request, { userId: user.id, sessionId, authTime });
  });
  sendAnswer(call, request, { session_state: sessionId, code });
}

/** Finishes a log-in whose steps are all complete: the browser is signed on and returns with a code. */
export async function finishAttempt(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
  { hasConsented = false } = {},
): Promise<void> {
  const {
    parts,
    realm,
    request: { headers },
  } = call;
  const { request, rememberMe, identityProvider, logInRound } = attempt;
  const authTime = attempt.authTime ?? 0;
  const previous = await findSignOn(call);
  if (attempt.sessionId !== null) {
    const isSame = previous?.sessionId === attempt.sessionId && previous.userId === user.id;
    if (!isSame) throw new LogInOver(attempt);
  }
  const about = { realm, userId: user.id, clientId: request.clientId, userAgent: headers['user-agent'] };
  const { code, signOn } = await parts.database.transaction(async (manager) => {
    if (!(await mayGoOn(call, manager, attempt, { id: user.id, logInRound }))) throw new LogInOver(attempt);
    if (!(await parts.attempts.finish(manager, attempt.id))) throw new LogInOver(attempt);
    const { clientId, scope } = request;
    if (hasConsented) await parts.clientConsents.remember(manager, { userId: user.id, clientId, scope });
    const begun = await parts.signOns.begin(
      manager,
      { ...about, authTime, rememberMe, identityProvider },
      previous,
    );
    const holder = { userId: user.id, sessionId: begun.sessionId, authTime };
    await keepLaunch(call, manager, attempt, holder);
    return { code: await parts.codes.issue(manager, realm, request, holder), signOn: begun };
  });
  setSignOnCookies(call, signOn);
  sendAnswer(call, request, { session_state: signOn.sessionId, code });
}

/**
 * Whether the log-in still counts: all sessions of the account, and the consents of its owner, may have been ended at the same
 * time. Until the end of the transaction, nobody ends them.
 */
async function mayGoOn(
  { parts }: RealmCall,
  manager: EntityManager,
  { sessionId }: LogInAttemptEntity,
  round: Pick<UserEntity, 'id' | 'logInRound'>,
): Promise<boolean> {
  if (sessionId === null) return parts.accounts.lockForLogIn(manager, round);
  const user = await parts.accounts.lockEnabled(manager, round.id);
  const session = user && (await parts.sessions.findAlive(manager, { userId: user.id, id: sessionId }));
  return session !== null;
}

/** Attaches the patient that is open in an EHR to the session. */
async function keepLaunch(
  { parts }: RealmCall,
  manager: EntityManager,
  { request: { launch }, launchedPatient: patient }: LogInAttemptEntity,
  { userId, sessionId }: Pick<SignOn, 'userId' | 'sessionId'>,
): Promise<void> {
  if (!launch || !patient) return;
  const { correlationId } = launch;
  await parts.launchedPatients.add(manager, { userId, sessionId, correlationId, patient });
}

/** The secret of the session for this service, and a digest of its id for the script that monitors it. */
function setSignOnCookies(
  { realm, response }: RealmCall,
  { secret, sessionId, maxAgeSeconds }: NewSignOn,
): void {
  setCookie(response, realm, cookieNames.signOn, secret, { maxAgeSeconds });
  setCookie(response, realm, cookieNames.status, digestSecret(sessionId), { maxAgeSeconds, readable: true });
}
