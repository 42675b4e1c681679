import { activeAccount } from '../active-account';
import { ensureBrowserSecret, signOnOf } from '../browser';
import { now } from '../../clock';
import { openFromRecords } from '../broker/launch';
import { findProvider } from '../broker/providers';
import { visitProvider } from '../broker/visit';
import type { Client } from '../clients/client';
import { sendLogInPage } from '../pages/log-in-page';
import { requestParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { openStep } from '../steps/open-step';
import { sendStepPage } from '../steps/step-pages';
import { sendError } from './answer';
import { finishLogIn } from './finish';
import { readRequest, readTarget, type AcceptedRequest, type Refusal } from './read-request';
import type { AnswerTarget } from './authorization-request';

/** …/auth: the browser is sent here by a client and goes back with a code (RFC 6749, 4.1; OpenID Connect Core, 3.1). */
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

/** A browser that is signed on gets its code at once, or is led to the open step; others see the log-in page. */
async function answerRequest(call: RealmCall, client: Client, accepted: AcceptedRequest): Promise<void> {
  const { parts, realm } = call;
  const { request, silent } = accepted;
  const signOn = await signOnOf(call);
  const user = signOn && (await activeAccount(parts, signOn.userId));
  if (!signOn || !user || asksForPassword(accepted, signOn.authTime)) {
    if (silent) return sendError(call, request, 'login_required', 'A log-in is required');
    return askWhoItIs(call, client, accepted);
  }
  const step = await openStep(call, user, request);
  if (silent && step !== null) {
    const error = step === 'consent' ? 'consent_required' : 'interaction_required';
    return sendError(call, request, error, `An open step: ${step}`);
  }
  if (step === null) return finishLogIn(call, { request, user, signOn });
  const attempt = await parts.attempts.begin(realm, ensureBrowserSecret(call), request, signOn);
  await sendStepPage(call, attempt, user, step);
}

/** Begins a log-in: with the page, or at the identity provider that the client has chosen. */
async function askWhoItIs(
  call: RealmCall,
  client: Client,
  { request, providerHint }: AcceptedRequest,
): Promise<void> {
  const browserSecret = ensureBrowserSecret(call);
  const attempt = await call.parts.attempts.begin(call.realm, browserSecret, request);
  const provider = findProvider(call, client, providerHint);
  const { loginHint, freshLogIn } = request;
  if (!provider) return sendLogInPage(call, attempt, { email: loginHint });
  const purpose = { kind: 'log-in', attemptId: attempt.id } as const;
  await visitProvider(call, { provider, purpose, browserSecret, loginHint, forceLogIn: freshLogIn });
}

function asksForPassword({ forceLogIn, maxAge }: AcceptedRequest, authTime: number): boolean {
  return forceLogIn || (maxAge !== undefined && now() - authTime > maxAge * 1000);
}
