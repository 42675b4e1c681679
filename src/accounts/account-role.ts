/** What an account is for; the names are those that clients know. */
export const accountRoles = [
  'brokered',
  'clinic',
  'clinician',
  'custodial_account',
  'migrated_clinic',
  'patient',
] as const;

export type AccountRole = (typeof accountRoles)[number];

/** Roles that a person may give themselves when signing up. */
export const selfServiceRoles: readonly AccountRole[] = ['patient', 'clinic', 'clinician'];

export const isAccountRole = (name: unknown): name is AccountRole =>
  (accountRoles as readonly unknown[]).includes(name);
