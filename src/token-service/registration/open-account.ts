import type { UserEntity } from '../../accounts/user.entity';
import { now } from '../../clock';
import { ApiError } from '../../errors';
import type { RealmCall } from '../realm-route';
import { knownAddressMail } from './known-address-mail';

export type RegistrationRole = 'patient' | 'clinician';

interface Registration {
  email: string;
  password: string;
  role: RegistrationRole;
}

/** What came of a registration: `known` is never shown to the person, whose address may belong to somebody else. */
export type Outcome = { kind: 'opened'; user: UserEntity } | { kind: 'known' } | { kind: 'invalid' };

/**
 * Opens an account that still has to be confirmed by mail. Clinicians have agreed to the terms in the same form. When
 * the address has an account already, its owner gets a mail instead.
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
