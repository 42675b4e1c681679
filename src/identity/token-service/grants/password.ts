import { now } from '../../../platform/clock';
import { newRecordId } from '../../../platform/ids';
import { assertEnabled } from '../active-account';
import { nextStep } from '../account-steps';
import type { Client } from '../clients/client';
import { invalidGrant } from '../oauth-error';
import type { Parameters } from '../parameters';
import { checkPassword } from '../password-check';
import type { RealmCall } from '../realm-route';
import { grantedScope, hasScope } from '../scope';
import type { TokenResponse } from '../token-issuer';
import { required } from './grant';

const wrongPassword = () => invalidGrant('Invalid user credentials');

/** Tokens for an email address and password, for the few clients trusted with them. */
export async function checkPasswordGrant(
  call: RealmCall,
  client: Client,
  form: Parameters,
): Promise<TokenResponse> {
  const { parts, realm, request } = call;
  const user = await checkPassword(call, required(form, 'username'), required(form, 'password'));
  if (!user) throw wrongPassword();
  assertEnabled(user);
  if (nextStep(user) !== null) throw invalidGrant('Account is not fully set up');

  const scope = grantedScope(form.get('scope') ?? '', client.mayGoOffline);
  const userAgent = request.get('user-agent');
  const about = { userId: user.id, clientId: client.id, userAgent };
  const begun = await parts.database.transaction(async (manager) => {
    if (!(await parts.accounts.lockForLogIn(manager, user))) throw wrongPassword();
    const session = hasScope(scope, 'offline_access')
      ? await parts.sessions.start(manager, {
          ...about,
          kind: 'offline',
          realm: realm.name,
          idleLimit: parts.lifetimes.offlineIdle,
        })
      : await parts.signOns.startSession(manager, { ...about, realm, rememberMe: false });
    const grant = await parts.grants.create(manager, {
      ...{ id: newRecordId(), userId: user.id, clientId: client.id, scope },
      sessionId: session.id,
      authTime: now(),
    });
    return { session, grant };
  });
  return parts.issuer.issue({ realm, client, user, ...begun });
}
