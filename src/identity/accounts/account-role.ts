/** Roles of accounts; the names are public. */
export const accountRoles = [
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
