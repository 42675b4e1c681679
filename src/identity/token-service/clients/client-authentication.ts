import type { Request } from 'express';
import { invalidRequest, OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import { digestSecret, sameDigest } from '../secrets';
import type { Client } from './client';
import type { TokenServiceParts } from '../token-service-parts';

interface Presented {
  id?: string;
  /** The secret in each form that the sender may have meant. */
  secrets: string[];
  usesBasic: boolean;
}

/** The client's credentials from the Authorization header or the form, unverified. */
export function presentedClient(request: Request, form: Parameters): Presented {
  const basic = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    const secret = form.get('client_secret');
    return { id: form.get('client_id'), secrets: secret === undefined ? [] : [secret], usesBasic: false };
  }
  const text = Buffer.from(basic, 'base64').toString('utf8');
  const separator = text.indexOf(':');
  if (separator < 0) return { secrets: [], usesBasic: true };
  const secret = text.slice(separator + 1);
  return { id: decoded(text.slice(0, separator)), secrets: [decoded(secret), secret], usesBasic: true };
}

/** Both parts should be form-encoded (RFC 6749, 2.3.1); not every client does that. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

/**
 * Authenticates the client of a request. A public client sends its id, a confidential one also its secret; the
 * secret of a public client is ignored. Throws `invalid_client`, and a rate limit for a wrong or short secret after
 * too many wrong ones from one network; they count together with those of servers.
 */
export async function authenticateClient(
  { clients, throttles }: Pick<TokenServiceParts, 'clients' | 'throttles'>,
  request: Request,
  form: Parameters,
): Promise<Client> {
  const presented = presentedClient(request, form);
  const inForm = form.get('client_id');
  if (presented.usesBasic && inForm !== undefined && inForm !== presented.id) {
    throw invalidRequest('The client ids in the header and in the form differ');
  }
  const client = clients.find(presented.id);
  const challenge = presented.usesBasic ? 'Basic realm="token service", charset="UTF-8"' : undefined;
  const refusal = new OAuthError(
    'invalid_client',
    'Invalid client or Invalid client credentials',
    401,
    challenge,
  );
  if (!client) throw refusal;
  if (client.secretDigest === undefined) return client;
  if (presented.secrets.length === 0) throw refusal;
  const check = () =>
    hasRightSecret(client, presented.secrets) ? Promise.resolve(client) : Promise.reject(refusal);
  const guess = { of: client.id, from: request.ip };
  return throttles.clientSecret.attempt(guess, presented.secrets, check, (error) => error === refusal);
}

/** Whether the secret is right, or the client is public. */
export function hasRightSecret({ secretDigest }: Client, secrets: readonly string[]): boolean {
  return (
    secretDigest === undefined || secrets.some((secret) => sameDigest(digestSecret(secret), secretDigest))
  );
}
