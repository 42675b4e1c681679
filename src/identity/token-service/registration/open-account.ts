import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../../platform/clock';
import { ApiError } from '../../../platform/errors';
import type { RealmCall } from '../realm-route';
import { knownAddressMail } from './known-address-mail';

export type RegistrationRole = 'patient' | 'clinician';

interface Registration {
  email: string;
  password: string;
  role: RegistrationRole;
}

/** The outcome of a sign-up: `known` is never shown to the person, whose address may belong to somebody else. */
export type Outcome = { kind: 'opened'; user: UserEntity } | { kind: 'known' } | { kind: 'invalid' };

/**
 * Creates an account that must be confirmed by mail. Clinicians have agreed to the terms in the same form. If the
 * address already has an account, its owner gets a mail instead.
 */
export async function openAccount(
  { parts }: RealmCall,
  { email, password, role }: Registration,
): Promise<Outcome> {
  try {
    const user = await parts.accounts.prepare({ username: email, emails: [email], password, roles: [role] });
    if (role === 'clinician') user.termsAcceptedTime ??= now();
    await parts.database.transaction((manager) => parts.accounts.insert(manager, user));
    if (!user.emailVerified) await parts.confirmations.sendSignup(user.id);
    return { kind: 'opened', user };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'BAD_USER_INPUT') return { kind: 'invalid' };
    if (error.code !== 'CONFLICT') throw error;
    const mail = knownAddressMail(email.toLowerCase());
    await parts.database.transaction((manager) => parts.requestedMails.send(manager, mail, null));
    return { kind: 'known' };
  }
}
