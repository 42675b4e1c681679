import { html } from '../pages/html';
import { sendRealmPage } from '../pages/realm-page';
import type { RealmCall } from '../realm-route';
import type { AnswerTarget } from './authorization-request';

/** Errors that authorize answers with a redirect. */
export type AuthorizeErrorCode =
  | 'access_denied'
  | 'consent_required'
  | 'interaction_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'server_error'
  | 'unauthorized_client'
  | 'unsupported_response_type';

const submitScript = 'document.forms[0].submit();';

/** Redirects the browser to the client with the response. The client's address stays unchanged, byte for byte. */
export function sendAnswer(call: RealmCall, target: AnswerTarget, parameters: Record<string, string>): void {
  const { redirectUri, responseMode, state } = target;
  const answer = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...parameters,
    iss: call.realm.issuer,
  });
  if (responseMode === 'form_post') return sendForm(call, redirectUri, answer);
  const separator = responseMode === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?';
  redirectTo(call, `${redirectUri}${separator}${answer.toString()}`);
}

/** Not cacheable: a stored redirect would return a used code. */
export function redirectTo({ response }: RealmCall, address: string): void {
  response
    .status(303)
    .set({ Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  response.end();
}

export const sendError = (
  call: RealmCall,
  target: AnswerTarget,
  error: AuthorizeErrorCode,
  description: string,
): void => sendAnswer(call, target, { error, error_description: description });

/** OAuth 2.0 Form Post Response Mode: a self-submitting form, with a button for browsers without scripts. */
function sendForm(call: RealmCall, action: string, answer: URLSearchParams): void {
  const fields = [...answer].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  sendRealmPage(call, {
    title: 'Continue',
    formTarget: action,
    script: submitScript,
    // Clients also use hidden frames.
    mayBeFramed: true,
    content: html`<form method="post" action="${action}">
      ${fields}<button type="submit">Continue</button>
    </form>`,
  });
}
