import type { UserEntity } from '../../identity/accounts/user.entity';
import type { MembershipRestriction } from '../clinics/clinic.entity';

/** Whether a person may join a clinic; if not, possibly through another identity provider. */
export interface JoiningVerdict {
  canAccept: boolean;
  requiredIdp?: string;
}

/**
 * Whether the owner of an account may join: the first restriction for the domain of the address decides. If the clinic
 * has restrictions but none for the domain, the person may not join. An address that is not confirmed has no domain:
 * everybody can give their account any address.
 *
 * @param provider identity provider of the session; null for none
 */
export function mayJoin(
  restrictions: readonly MembershipRestriction[] | null,
  user: Pick<UserEntity, 'email' | 'emailVerified'> | null,
  provider: string | null,
): JoiningVerdict {
  if (!restrictions?.length) return { canAccept: true };
  const address = (user?.emailVerified && user.email?.toLowerCase()) || '';
  const found = restrictions.find(({ emailDomain }) => address.endsWith(`@${emailDomain.toLowerCase()}`));
  if (!found) return { canAccept: false };
  const { requiredIdp } = found;
  if (!requiredIdp || requiredIdp.toLowerCase() === provider?.toLowerCase()) return { canAccept: true };
  return { canAccept: false, requiredIdp };
}
