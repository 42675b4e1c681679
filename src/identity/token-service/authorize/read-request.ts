import type { Client } from '../clients/client';
import type { ClientRegistry } from '../clients/client-registry';
import { PageError } from '../page-error';
import type { Parameters } from '../parameters';
import { grantedScope, scopeNames } from '../scope';
import type { AuthorizeErrorCode } from './answer';
import {
  responseModes,
  type AnswerTarget,
  type AuthorizationRequest,
  type ResponseMode,
} from './authorization-request';

/** Why a request cannot be processed, for a client that may be told. */
export interface Refusal {
  error: AuthorizeErrorCode;
  description: string;
}

/** A valid request, and how to treat the person. */
export interface AcceptedRequest {
  request: AuthorizationRequest;
  /** Whether no page may be shown. */
  silent: boolean;
  /** Whether to ask for the password even in a signed-on browser. */
  forceLogIn: boolean;
  /** Alias of the identity provider to redirect to without a page. */
  providerHint?: string;
  /** An ID token of the expected person. */
  idTokenHint?: string;
  /** Seconds after which the password is asked for again. */
  maxAge?: number;
}

/** A base64url SHA-256 (RFC 7636, 4.2). */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

const refuse = (error: AuthorizeErrorCode, description: string): Refusal => ({ error, description });

/**
 * The client and the target of its response. Throws a page error when either is missing or not registered: such a
 * request must never redirect.
 */
export function readTarget(
  clients: ClientRegistry,
  sent: Parameters,
): { client: Client; target: AnswerTarget } {
  if (sent.isRepeated('client_id') || sent.isRepeated('redirect_uri')) {
    throw new PageError('The application has sent an invalid log-in request.');
  }
  const clientId = sent.get('client_id');
  const client = clients.find(clientId);
  if (!client) {
    throw new PageError(
      clientId === undefined
        ? 'The application that requested the log-in has not identified itself (client_id).'
        : `The application "${clientId}" that requested the log-in (client_id) is unknown. The operator of this service can register it in CLIENTS_FILE.`,
    );
  }
  const redirectUri = sent.get('redirect_uri');
  if (redirectUri === undefined) {
    throw new PageError(`The application "${client.id}" did not specify where to return to (redirect_uri).`);
  }
  if (!clients.isTarget(client.redirectUris, redirectUri)) {
    throw new PageError(
      `The return address "${redirectUri}" (redirect_uri) is not registered for the application "${client.id}". The operator of this service can add it to the application's redirectUris in CLIENTS_FILE.`,
    );
  }
  const mode = sent.get('response_mode');
  const responseMode = isResponseMode(mode) ? mode : 'query';
  return { client, target: { redirectUri, responseMode, state: sent.get('state') } };
}

const isResponseMode = (mode: string | undefined): mode is ResponseMode =>
  (responseModes as readonly (string | undefined)[]).includes(mode);

/** Validates the other parameters. Unknown parameters are ignored. */
export function readRequest(
  client: Client,
  target: AnswerTarget,
  sent: Parameters,
): AcceptedRequest | Refusal {
  const repeated = sent.repeated(['scope']);
  if (repeated !== undefined) return refuse('invalid_request', `Repeated parameter: ${repeated}`);
  const mode = sent.get('response_mode');
  if (mode !== undefined && !isResponseMode(mode)) return refuse('invalid_request', 'Unknown response_mode');
  if (!client.grants.has('authorization_code')) {
    return refuse('unauthorized_client', 'Client not allowed to use the authorization code flow');
  }
  const responseType = sent.get('response_type');
  if (responseType === undefined) return refuse('invalid_request', 'Missing parameter: response_type');
  if (responseType !== 'code') return refuse('unsupported_response_type', 'The only response_type is code');
  const scope = sent.joined('scope');
  if (!scopeNames(scope).includes('openid')) return refuse('invalid_scope', 'The scope must contain openid');
  const pkce = readChallenge(client, sent);
  if ('error' in pkce) return pkce;
  const prompt = new Set(scopeNames(sent.get('prompt') ?? ''));
  if (prompt.has('none') && prompt.size > 1)
    return refuse('invalid_request', 'prompt=none cannot be combined with others');
  const maxAge = sent.get('max_age');
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    return refuse('invalid_request', 'max_age is not a number');
  return {
    request: {
      ...target,
      clientId: client.id,
      scope: grantedScope(scope, client.mayGoOffline),
      nonce: sent.get('nonce'),
      loginHint: sent.get('login_hint'),
      ...((prompt.has('login') || maxAge !== undefined) && { freshLogIn: true }),
      ...(prompt.has('consent') && { askConsent: true as const }),
      ...pkce,
    },
    silent: prompt.has('none'),
    forceLogIn: prompt.has('login'),
    providerHint: sent.get('kc_idp_hint'),
    idTokenHint: sent.get('id_token_hint'),
    ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
  };
}

function readChallenge(
  client: Client,
  sent: Parameters,
): Pick<AuthorizationRequest, 'codeChallenge'> | Refusal {
  const challenge = sent.get('code_challenge');
  const method = sent.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) return refuse('invalid_request', 'Missing parameter: code_challenge');
    return client.pkceRequired ? refuse('invalid_request', 'Missing parameter: code_challenge') : {};
  }
  if (method !== 'S256') return refuse('invalid_request', 'The only code_challenge_method is S256');
  if (!challengePattern.test(challenge))
    return refuse('invalid_request', 'Invalid parameter: code_challenge');
  return { codeChallenge: challenge };
}
