/** Roles of accounts; the names are public. */
export const accountRoles = [
  'administrator',
  'brokered',
  'clinic',
  'clinician',
  'custodial_account',
  'migrated_clinic',
  'patient',
] as const;

export type AccountRole = (typeof accountRoles)[number];

/** Roles that people may choose when signing up. */
export const selfServiceRoles: readonly AccountRole[] = ['patient', 'clinic', 'clinician'];

export const isAccountRole = (name: unknown): name is AccountRole =>
  (accountRoles as readonly unknown[]).includes(name);

/** These roles, or the usual one: every account has one. */
export const orUsualRole = <Role extends string>(roles: readonly Role[] = []): (Role | 'patient')[] =>
  roles.length > 0 ? [...roles] : ['patient'];

/** Role of accounts that administer the service. Only operators give and take it, at the command line. */
export const administratorRole = 'administrator' satisfies AccountRole;

/**
 * The roles of an account after a change through an API: those given, or the usual one if there are none, but an
 * administrator stays one. Null when a role does not exist, or is only given by operators.
 */
export function changedRoles(before: readonly AccountRole[], given: readonly string[]): AccountRole[] | null {
  const isAllowed = (role: string) => role !== administratorRole || before.includes(administratorRole);
  if (!given.every((role) => isAccountRole(role) && isAllowed(role))) return null;
  const kept = before.filter((role) => role === administratorRole);
  return orUsualRole([...new Set([...(given as AccountRole[]), ...kept])]);
}
