import type { UserEntity } from '../accounts/user.entity';

/** What an account still lacks, in the order in which it is asked for. */
export type AccountStep = 'verify-email' | 'choose-role' | 'accept-terms';

/** Roles that say what a person uses the service for. */
const purposes: readonly string[] = ['patient', 'clinic', 'clinician'];

/** The first open step of an account, or null when it is fully set up. No client gets a token before that. */
export function nextStep({ emailVerified, roles, termsAcceptedTime }: UserEntity): AccountStep | null {
  if (!emailVerified) return 'verify-email';
  if (!roles.some((role) => purposes.includes(role))) return 'choose-role';
  return termsAcceptedTime === null ? 'accept-terms' : null;
}
