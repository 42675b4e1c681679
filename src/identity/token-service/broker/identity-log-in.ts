import type { UserEntity } from '../../accounts/user.entity';
import { renewBrowserSecret } from '../browser';
import { ApiError } from '../../../platform/errors';
import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import { PageError } from '../page-error';
import { sendLinkAccountPage } from '../pages/link-account-page';
import type { RealmCall } from '../realm-route';
import { continueAttempt } from '../steps/continue-attempt';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';

/**
 * Continues a log-in after a provider has authenticated the person: with the linked account, otherwise with a new
 * one. If the address belongs to an unlinked account, its owner is asked first.
 */
export async function continueWithIdentity(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  identity: ExternalIdentity,
): Promise<void> {
  const { brokeredAccounts } = call.parts;
  const user = (await brokeredAccounts.find(identity)) ?? (await openAccount(call, identity));
  if (user) return finishWithAccount(call, attempt, user, identity);
  await call.parts.attempts.keepIdentity(attempt, renewBrowserSecret(call), identity);
  sendLinkAccountPage(call, attempt, identity, {});
}

/** A new account; null if the address is taken. */
async function openAccount({ parts }: RealmCall, identity: ExternalIdentity): Promise<UserEntity | null> {
  try {
    return await parts.brokeredAccounts.open(identity, []);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CONFLICT') return null;
    if (error.code !== 'BAD_USER_INPUT') throw error;
    const provider = parts.identityProviders.displayName(identity.provider);
    throw new PageError(`${provider} did not provide a valid email address.`);
  }
}

/** Continues with the account of an identity. */
export async function finishWithAccount(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  user: UserEntity,
  { provider: identityProvider }: ExternalIdentity,
): Promise<void> {
  const { parts } = call;
  if (user.disabledTime !== null) throw new PageError('This account is disabled.');
  const isLinked = await parts.database.transaction((manager) =>
    parts.linkedIdentities.markUsed(manager, user.id, identityProvider),
  );
  if (!isLinked) throw new PageError('This account is no longer linked to your log-in.');
  const proof = { user, rememberMe: false, identityProvider };
  await continueAttempt(call, await parts.attempts.identify(attempt, renewBrowserSecret(call), proof), user);
}
