import type { UserEntity } from '../../accounts/user.entity';
import { nextStep, type AccountStep } from '../account-steps';
import type { AuthorizationRequest } from '../authorize/authorization-request';
import type { RealmCall } from '../realm-route';

/** An open step between the password and the code: a step of the account, or the consent to the client. */
export type OpenStep = AccountStep | 'consent';

/** The first open step, or null if the client may have its code. */
export async function openStep(
  call: RealmCall,
  user: UserEntity,
  request: AuthorizationRequest,
): Promise<OpenStep | null> {
  const step = nextStep(user);
  if (step !== null) return step;
  return (await isConsentMissing(call, user, request)) ? 'consent' : null;
}

/** First-party clients need no consent. */
async function isConsentMissing(
  { parts }: RealmCall,
  { id }: UserEntity,
  { clientId, scope, askConsent }: AuthorizationRequest,
): Promise<boolean> {
  if (!parts.clients.find(clientId)?.consentRequired) return false;
  return askConsent === true || !(await parts.clientConsents.covers({ userId: id, clientId, scope }));
}
