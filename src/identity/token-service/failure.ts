import { asApiError, isPassing } from '../../platform/errors';
import { logFailure } from '../../platform/failure-log';
import { OAuthError } from './oauth-error';
import { PageError } from './page-error';
import { sendMessagePage } from './pages/realm-page';
import type { RealmCall, RealmRoute } from './realm-route';

const neutral = 'Something went wrong on our side.';

/** The public part of an error: a status, a code and a message, never a cause. */
function toRefusal(error: unknown): OAuthError | PageError | null {
  if (error instanceof OAuthError || error instanceof PageError) return error;
  const failure = asApiError(error);
  const { code, status, message } = failure;
  if (isPassing(failure)) return new OAuthError('temporarily_unavailable', message, status);
  if (status >= 500) return null;
  return new OAuthError(code === 'RATE_LIMITED' ? 'invalid_grant' : 'invalid_request', message, status);
}

/** Turns an error into the response format of the route; errors that are not refusals are only logged. */
export function answerFailure(call: RealmCall, { refusals, path }: RealmRoute, error: unknown): void {
  const { parts, response } = call;
  const refusal = toRefusal(error);
  if (!(error instanceof OAuthError || error instanceof PageError))
    logFailure(parts.log, error, 'the token service failed', { path });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter } = asApiError(error);
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  const status = refusal?.status ?? 500;
  const message = refusal?.message ?? neutral;
  if (refusals === 'page' || refusal instanceof PageError) {
    return sendMessagePage(
      call,
      status,
      status >= 500 ? 'Something went wrong' : 'This is not possible',
      message,
    );
  }
  if (refusal instanceof OAuthError && refusal.challenge)
    response.setHeader('WWW-Authenticate', refusal.challenge);
  response.status(status).json({ error: refusal?.code ?? 'server_error', error_description: message });
}
