import type { UserEntity } from '../accounts/user.entity';

/** Steps that an account still has to complete, in order. */
export type AccountStep = 'verify-email' | 'choose-role' | 'accept-terms';

/** Roles that state how a person uses the service. */
const purposes: readonly string[] = ['patient', 'clinic', 'clinician'];

/** The first open step of an account, or null if it is fully set up. No client gets a token before that. */
export function nextStep({ emailVerified, roles, termsAcceptedTime }: UserEntity): AccountStep | null {
  if (!emailVerified) return 'verify-email';
  if (!roles.some((role) => purposes.includes(role))) return 'choose-role';
  return termsAcceptedTime === null ? 'accept-terms' : null;
}
