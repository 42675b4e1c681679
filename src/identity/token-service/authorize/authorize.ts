import { activeAccount } from '../active-account';
import { ensureBrowserSecret, renewBrowserSecret, findSignOn } from '../browser';
import { now } from '../../../platform/clock';
import { openFromRecords } from '../broker/launch';
import { findProvider } from '../broker/providers';
import { visitProvider } from '../broker/visit';
import type { Client } from '../clients/client';
import { sendLogInPage, type LogInPage } from '../pages/log-in-page';
import { requestParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { openStep } from '../steps/open-step';
import { sendStepPage } from '../steps/step-pages';
import { sendError } from './answer';
import { finishLogIn } from './finish';
import { readRequest, readTarget, type AcceptedRequest, type Refusal } from './read-request';
import type { AnswerTarget, AuthorizationRequest } from './authorization-request';
import type { SignOn } from '../storage/sign-on.service';

/** …/auth: a client sends the browser here, and it returns with a code (RFC 6749, 4.1; OpenID Connect Core, 3.1). */
export async function authorize(call: RealmCall): Promise<void> {
  const sent = await requestParameters(call.request);
  const { client, target } = readTarget(call.parts.clients, sent);
  const accepted = readRequest(client, target, sent);
  if ('error' in accepted) return refuse(call, target, accepted);
  if (client.opensFromRecords && (await openFromRecords(call, client, accepted, sent))) return;
  await answerRequest(call, client, accepted);
}

const refuse = (call: RealmCall, target: AnswerTarget, { error, description }: Refusal): void =>
  sendError(call, target, error, description);

/** A signed-on browser gets its code at once, or continues with the open step; others see the log-in page. */
async function answerRequest(call: RealmCall, client: Client, accepted: AcceptedRequest): Promise<void> {
  const { request, silent } = accepted;
  const signOn = await findSignOn(call);
  const mayGoOn = signOn !== null && !asksForPassword(accepted, signOn.authTime);
  const isExpected = mayGoOn && (await isWhoIsExpected(call, accepted, signOn));
  if (isExpected && (await continueSignedOn(call, { request, signOn, silent }))) return;
  if (silent) return sendError(call, request, 'login_required', 'A log-in is required');
  await askWhoItIs(call, client, accepted);
}

interface SignedOnRequest {
  request: AuthorizationRequest;
  signOn: SignOn;
  /** Whether no page may be shown. */
  silent?: boolean;
}

/** Answers a signed-on browser with a code or the open step. Returns false if its account is gone. */
export async function continueSignedOn(
  call: RealmCall,
  { request, signOn, silent = false }: SignedOnRequest,
): Promise<boolean> {
  const { parts, realm } = call;
  const user = await activeAccount(parts, signOn.userId);
  if (!user) return false;
  const step = await openStep(call, user, request);
  if (step === null) {
    await finishLogIn(call, { request, user, signOn });
  } else if (silent) {
    const error = step === 'consent' ? 'consent_required' : 'interaction_required';
    sendError(call, request, error, `An open step: ${step}`);
  } else {
    const attempt = await parts.attempts.begin(realm, renewBrowserSecret(call), request, signOn);
    await sendStepPage(call, attempt, user, step);
  }
  return true;
}

/** Starts a log-in: with the page, or at the identity provider selected by the client. */
async function askWhoItIs(
  call: RealmCall,
  client: Client,
  { request, providerHint }: AcceptedRequest,
): Promise<void> {
  const provider = findProvider(call, client, providerHint);
  if (!provider) return showLogIn(call, request);
  const browserSecret = ensureBrowserSecret(call);
  const { id: attemptId } = await call.parts.attempts.begin(call.realm, browserSecret, request);
  const { loginHint, freshLogIn: forceLogIn } = request;
  const purpose = { kind: 'log-in', attemptId } as const;
  await visitProvider(call, { provider, purpose, browserSecret, loginHint, forceLogIn });
}

/** Starts a log-in with the page. */
export async function showLogIn(
  call: RealmCall,
  request: AuthorizationRequest,
  page: LogInPage = {},
): Promise<void> {
  const attempt = await call.parts.attempts.begin(call.realm, ensureBrowserSecret(call), request);
  const rememberMe = (await findSignOn(call))?.rememberMe;
  sendLogInPage(call, attempt, { email: request.loginHint, rememberMe, ...page });
}

/**
 * False if the client has named a different person with an earlier ID token: its code must not be another person's
 * (OpenID Connect Core, 3.1.2.1). Expired hints are accepted. An unreadable hint names nobody; it is not a reason to
 * show a page.
 */
async function isWhoIsExpected(
  { parts, realm }: RealmCall,
  { idTokenHint, silent }: AcceptedRequest,
  { userId }: SignOn,
): Promise<boolean> {
  if (idTokenHint === undefined) return true;
  const { keyRing, issuer } = realm;
  const hinted = await parts.tokens.verify(keyRing, idTokenHint, ['ID'], { issuer, expired: 'accept' });
  return hinted ? hinted.userId === userId : !silent;
}

function asksForPassword({ forceLogIn, maxAge }: AcceptedRequest, authTime: number): boolean {
  return forceLogIn || (maxAge !== undefined && now() - authTime > maxAge * 1000);
}
