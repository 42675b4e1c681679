import type { EntityManager } from 'typeorm';
import type { SessionEntity } from '../../auth/session.entity';
import { now } from '../../../platform/clock';
import { newRecordId } from '../../../platform/ids';
import type { Client } from '../clients/client';
import { invalidGrant, type OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { hasScope } from '../scope';
import { digestSecret, sameDigest } from '../secrets';
import type { AuthorizationCodeEntity } from '../storage/authorization-code.entity';
import type { GrantEntity } from '../storage/grant.entity';
import type { TokenResponse } from '../token-issuer';
import { required } from './grant';

/** A verifier according to RFC 7636, 4.1. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Exchanges a code for tokens, once. The first use wins, and every other one is refused. A use after the first was
 * answered also revokes the tokens of the first. Uses while the first is in progress (a double click, a request
 * resent by the browser) revoke nothing: otherwise neither would have tokens, and the first one wins in either case.
 */
export async function exchangeCode(
  call: RealmCall,
  client: Client,
  form: Parameters,
): Promise<TokenResponse> {
  const { parts, realm } = call;
  const arrivedTime = now();
  const code = await parts.codes.find(realm, client.id, required(form, 'code'));
  if (!code) throw invalidGrant('Code not valid');
  const problem = wrongPresentation(code, form);
  const { userId, clientId, scope, authTime } = code;
  const grantId = newRecordId();
  const begun = await parts.database.transaction(async (manager) => {
    // Until the end of the transaction, nobody ends all sessions of the account, or disables it.
    const user = await parts.accounts.lockEnabled(manager, userId);
    if (!(await parts.codes.consume(manager, code, grantId))) return null;
    const session = await parts.sessions.findAlive(manager, { userId, id: code.sessionId });
    if (problem || !user || !session) return 'refused';
    if (client.consentRequired && !(await parts.clientConsents.covers(code, manager))) return 'refused';
    const own = hasScope(scope, 'offline_access') ? await goOffline(call, manager, code, session) : session;
    const about = { id: grantId, userId, clientId, scope, authTime };
    return {
      user,
      session: own,
      grant: await parts.grants.create(manager, { ...about, sessionId: own.id }),
    };
  });

  if (begun === null) return refuseSecondUse(call, code, arrivedTime);
  if (problem) throw problem;
  if (begun === 'refused') throw invalidGrant('Session not active');
  return parts.issuer.issue({ realm, client, ...begun, nonce: code.nonce });
}

/** The problem of the redirect address or the verifier sent with a code. The code is used up anyway. */
function wrongPresentation(code: AuthorizationCodeEntity, form: Parameters): OAuthError | null {
  if (form.get('redirect_uri') !== code.redirectUri) return invalidGrant('Incorrect redirect_uri');
  const verifier = form.get('code_verifier');
  if (code.codeChallenge === null) {
    return verifier === undefined ? null : invalidGrant('PKCE code verifier sent, but no challenge before');
  }
  if (verifier === undefined) return invalidGrant('PKCE code verifier not specified');
  const isRight = verifierPattern.test(verifier) && sameDigest(digestSecret(verifier), code.codeChallenge);
  return isRight ? null : invalidGrant('PKCE verification failed');
}

/** A session of its own that outlives the browser's. */
function goOffline(
  { parts, realm, request }: RealmCall,
  manager: EntityManager,
  code: AuthorizationCodeEntity,
  { identityProvider }: SessionEntity,
) {
  const session: Promise<SessionEntity> = parts.sessions.start(manager, {
    userId: code.userId,
    kind: 'offline',
    realm: realm.name,
    clientId: code.clientId,
    identityProvider,
    userAgent: request.get('user-agent') ?? null,
    authTime: code.authTime,
    idleLimit: parts.lifetimes.offlineIdle,
  });
  return session;
}

/**
 * A later use may come from the rightful owner of a stolen code, so the tokens of the first use are revoked (RFC
 * 6749, 4.1.2).
 *
 * @param arrivedTime when this use arrived, in milliseconds since the epoch
 */
async function refuseSecondUse(
  { parts }: RealmCall,
  code: AuthorizationCodeEntity,
  arrivedTime: number,
): Promise<never> {
  const used = await parts.codes.usedFor(code);
  const grant = used && (await parts.grants.find(used.userId, used.grantId));
  if (grant && hasTokens(grant) && arrivedTime >= grant.lastUsedTime)
    await parts.grants.end(grant.userId, grant.id);
  throw invalidGrant('Code not valid');
}

/** False while the exchange that started a grant is still in progress. */
const hasTokens = ({ refreshTokenId }: GrantEntity): boolean => refreshTokenId !== null;
