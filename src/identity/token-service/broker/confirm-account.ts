import type { UserEntity } from '../../accounts/user.entity';
import { ApiError } from '../../../platform/errors';
import type { LinkProof } from '../../identity-providers/brokered-account.service';
import { LogInOver } from '../log-in-over';
import { PageError } from '../page-error';
import { sendConfirmLinkPage, sendLinkAccountPage } from '../pages/link-account-page';
import { formParameters, queryParameters } from '../parameters';
import { checkPassword } from '../password-check';
import type { RealmCall } from '../realm-route';
import { digestSecret, newSecret, sameDigest } from '../secrets';
import { findAttempt } from '../steps/find-attempt';
import type { LogInAttemptEntity, UnlinkedIdentity } from '../storage/log-in-attempt.entity';
import { attemptAddress } from '../pages/attempt-address';
import { finishWithAccount } from './identity-log-in';
import { linkAccountMail } from './link-account-mail';

const wrongKey = 'This link is invalid. Please use the one from the latest mail.';

interface Waiting {
  attempt: LogInAttemptEntity;
  identity: UnlinkedIdentity;
}

/** The log-in of this browser that waits for the owner of an account. */
async function findWaiting(call: RealmCall): Promise<Waiting> {
  const attempt = await findAttempt(call);
  const identity = attempt.unlinkedIdentity;
  if (!identity) throw new LogInOver(attempt);
  return { attempt, identity };
}

/** The account with the address; null if it is gone by now. */
const owner = ({ parts }: RealmCall, { email }: UnlinkedIdentity): Promise<UserEntity | null> =>
  parts.accounts.findByEmail(email ?? '');

/** GET …/login-actions/link-account: asks for proof of owning the account; also the link in the mail. */
export async function showLinkAccount(call: RealmCall): Promise<void> {
  const { attempt, identity } = await findWaiting(call);
  const key = queryParameters(call.request).get('key');
  if (key === undefined) return sendLinkAccountPage(call, attempt, identity, {});
  // Opening the link changes nothing, because mail scanners open links, too.
  sendConfirmLinkPage(call, attempt, identity, key);
}

/** POST …/login-actions/link-account: the password, or the key from the mail; or sends that mail. */
export async function submitLinkAccount(call: RealmCall): Promise<void> {
  const { attempt, identity } = await findWaiting(call);
  const form = await formParameters(call.request);
  const key = form.get('key');
  if (form.get('step') === 'mail') return sendMail(call, attempt, identity);
  const user = await owner(call, identity);
  if (!user || user.disabledTime !== null) throw new LogInOver(attempt);
  if (key !== undefined) {
    if (!sameDigest(digestSecret(key), identity.mailKeyDigest ?? '')) throw new PageError(wrongKey);
    return link(call, attempt, identity, user, 'mail');
  }
  const known = await checkPassword(call, user.email ?? '', form.get('password') ?? '');
  if (known?.id !== user.id) {
    return sendLinkAccountPage(call, attempt, identity, { problem: 'The password is wrong.' });
  }
  await link(call, attempt, identity, user, 'password');
}

/** One mail per attempt: the provider has authenticated a person before each. */
async function sendMail(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  identity: UnlinkedIdentity,
): Promise<void> {
  const { parts, realm } = call;
  const user = await owner(call, identity);
  if (!user?.email) throw new LogInOver(attempt);
  if (isUnclaimed(user)) {
    throw new PageError(
      'Somebody else has opened this account for you. Take it over first, by the link in the mail that you have got.',
    );
  }
  if (identity.mailKeyDigest === undefined) {
    const key = newSecret();
    const address = new URL(attemptAddress(realm, 'link-account', attempt.id), realm.issuer);
    address.searchParams.set('key', key);
    const provider = parts.identityProviders.displayName(identity.provider);
    const mail = linkAccountMail(user.email, provider, address.href);
    await parts.attempts.keepMailKey(attempt, identity, digestSecret(key), (manager) =>
      parts.requestedMails.send(manager, mail, null),
    );
  }
  sendLinkAccountPage(call, attempt, identity, { isMailSent: true });
}

const isUnclaimed = ({ roles }: UserEntity): boolean => roles.includes('custodial_account');

async function link(
  call: RealmCall,
  attempt: LogInAttemptEntity,
  { mailKeyDigest: _key, ...identity }: UnlinkedIdentity,
  { id }: UserEntity,
  proof: LinkProof,
): Promise<void> {
  try {
    const user = await call.parts.brokeredAccounts.link(id, identity, proof);
    await finishWithAccount(call, attempt, user, identity);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
    throw new PageError('The account or the log-in is already linked with another one.', 409);
  }
}
