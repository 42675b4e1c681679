import { decodeJwt } from 'jose';
import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../../platform/clock';
import { ApiError, unavailable } from '../../../platform/errors';
import type { ExternalIdentity, IdentityProvider } from '../../identity-providers/identity-provider';
import { newRecordId } from '../../../platform/ids';
import type { Client } from '../clients/client';
import { invalidGrant, invalidRequest, OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { grantedScope } from '../scope';
import type { TokenResponse } from '../token-issuer';
import { required } from './grant';

/** Value of `grant_type` (RFC 8693). */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';

export const subjectTokenTypes = [accessTokenType, jwtType];
export const requestedTokenTypes = [refreshTokenType, accessTokenType];

export const mayNotExchange = (): OAuthError =>
  new OAuthError('access_denied', 'Client not allowed to exchange', 403);

const invalidToken = (description: string): OAuthError => new OAuthError('invalid_token', description);

/**
 * Tokens for a person, in exchange for a token of an external identity provider sent by a partner's program. New
 * people get an account.
 */
export async function exchangeToken(
  call: RealmCall,
  client: Client,
  form: Parameters,
): Promise<TokenResponse> {
  if (client.secretDigest === undefined) throw mayNotExchange();
  const subjectToken = required(form, 'subject_token');
  const requestedType = form.get('requested_token_type') ?? refreshTokenType;
  if (!requestedTokenTypes.includes(requestedType)) {
    throw invalidRequest('requested_token_type unsupported');
  }
  const subjectType = form.get('subject_token_type') ?? accessTokenType;
  const provider = findProvider(call, subjectToken, subjectType, form.get('subject_issuer'));
  if (!client.identityProviders?.includes(provider.alias)) throw mayNotExchange();
  const identity = await identify(call, provider, subjectToken, subjectType);
  const user = await findAccount(call, identity);
  if (user.disabledTime !== null) throw invalidGrant('Account disabled');
  const tokens = await tokensFor(call, client, user, provider, form.get('scope') ?? '');
  if (requestedType === refreshTokenType) return { ...tokens, issued_token_type: refreshTokenType };
  const { refresh_token: _kept, ...withoutRefresh } = tokens;
  return { ...withoutRefresh, refresh_expires_in: 0, issued_token_type: accessTokenType };
}

/** The provider of a token: named next to an access token, or inside a JSON Web Token. */
function findProvider(
  { parts: { identityProviders } }: RealmCall,
  token: string,
  type: string,
  named: string | undefined,
): IdentityProvider {
  if (!subjectTokenTypes.includes(type)) throw invalidRequest('subject_token_type unsupported');
  const issuer = type === jwtType ? readIssuer(token) : named;
  if (type === accessTokenType && issuer === undefined) {
    throw invalidRequest('Missing form parameter: subject_issuer');
  }
  const provider = issuer === undefined ? undefined : identityProviders.findByIssuer(issuer);
  if (!provider) throw new OAuthError('invalid_issuer', 'Invalid subject_issuer parameter');
  return provider;
}

function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw invalidRequest('The subject_token is not a JSON Web Token');
  }
}

async function identify(
  { parts: { relyingParty, log } }: RealmCall,
  provider: IdentityProvider,
  token: string,
  type: string,
): Promise<ExternalIdentity> {
  try {
    return type === jwtType
      ? await relyingParty.identifyByJwt(provider, token)
      : await relyingParty.identifyByAccessToken(provider, token);
  } catch (error) {
    const reason = relyingParty.getFailureReason(error);
    if (reason === null) throw error;
    log.info(
      { err: error, provider: provider.alias },
      'a token of an identity provider could not be verified',
    );
    if (reason === 'unreachable') throw unavailable(error, 'The identity provider cannot be reached');
    throw invalidToken('The subject_token could not be validated');
  }
}

/** The account of an identity; created if there is none. */
async function findAccount({ parts }: RealmCall, identity: ExternalIdentity): Promise<UserEntity> {
  const known = await parts.brokeredAccounts.find(identity);
  if (known) return known;
  try {
    return await parts.brokeredAccounts.open(identity, ['patient']);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'CONFLICT') throw invalidToken('User already exists');
    if (code === 'BAD_USER_INPUT')
      throw invalidToken('The subject_token does not contain a valid email address');
    throw error;
  }
}

async function tokensFor(
  { parts, realm, request }: RealmCall,
  client: Client,
  user: UserEntity,
  { alias }: IdentityProvider,
  asked: string,
): Promise<TokenResponse> {
  const about = { userId: user.id, clientId: client.id, identityProvider: alias };
  const begun = await parts.database.transaction(async (manager) => {
    if (!(await parts.accounts.lockForLogIn(manager, user))) throw invalidGrant('Session not active');
    if (!(await parts.linkedIdentities.markUsed(manager, user.id, alias)))
      throw invalidGrant('Session not active');
    const session = await parts.signOns.startSession(manager, {
      ...about,
      realm,
      userAgent: request.get('user-agent'),
      rememberMe: false,
    });
    const grant = await parts.grants.create(manager, {
      ...{ id: newRecordId(), userId: user.id, clientId: client.id, sessionId: session.id },
      scope: grantedScope(asked, false),
      authTime: now(),
    });
    return { session, grant };
  });
  return parts.issuer.issue({ realm, client, user, ...begun });
}
