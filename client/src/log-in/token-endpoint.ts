import { ConnectionError, LogInError } from '../errors.js';

/** The tokens of a log-in. */
export interface Tokens {
  accessToken: string;
  /** When the access token is to be renewed, in milliseconds since 1970, by the clock of this device. */
  renewFrom: number;
  refreshToken?: string;
  idToken?: string;
}

interface TokenResponse {
  access_token?: string;
  expires_in?: number;
  refresh_token?: string;
  id_token?: string;
  error?: string;
  error_description?: string;
}

/** Tokens are renewed this long before they expire, in seconds. */
const reserve = 30;

/** Requests tokens. Rejects with `LogInError` if they are refused, with `ConnectionError` if no answer arrives. */
export async function requestTokens(
  url: string,
  form: Record<string, string>,
  send: typeof fetch = fetch,
): Promise<Tokens> {
  const asked = Date.now();
  let response: Response;
  let body: TokenResponse;
  try {
    response = await send(url, { method: 'POST', body: new URLSearchParams(form) });
    body = (await response.json()) as TokenResponse;
    // Too many requests, or an outage: the log-in is not over.
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
  } catch (error) {
    throw new ConnectionError(`${url} issued no tokens.`, { cause: error });
  }
  const { access_token: accessToken, expires_in: seconds = 60 } = body;
  if (!response.ok || accessToken === undefined)
    throw new LogInError(body.error ?? 'server_error', body.error_description ?? 'The log-in failed.');
  return {
    accessToken,
    renewFrom: asked + Math.max(seconds - reserve, seconds / 2) * 1000,
    ...(body.refresh_token !== undefined && { refreshToken: body.refresh_token }),
    ...(body.id_token !== undefined && { idToken: body.id_token }),
  };
}
