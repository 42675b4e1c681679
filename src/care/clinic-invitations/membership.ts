import type { MembershipRestriction } from '../clinics/clinic.entity';

/** Whether a person may join a clinic; if not, possibly through another identity provider. */
export interface JoiningVerdict {
  canAccept: boolean;
  requiredIdp?: string;
}

/**
 * Whether a person with this address may join: the first restriction for the domain decides. If the clinic has
 * restrictions but none for the domain, the person may not join.
 *
 * @param provider identity provider of the session; null for none
 */
export function mayJoin(
  restrictions: readonly MembershipRestriction[] | null,
  email: string | null,
  provider: string | null,
): JoiningVerdict {
  if (!restrictions?.length) return { canAccept: true };
  const address = (email ?? '').toLowerCase();
  const found = restrictions.find(({ emailDomain }) => address.endsWith(`@${emailDomain.toLowerCase()}`));
  if (!found) return { canAccept: false };
  const { requiredIdp } = found;
  if (!requiredIdp || requiredIdp.toLowerCase() === provider?.toLowerCase()) return { canAccept: true };
  return { canAccept: false, requiredIdp };
}
