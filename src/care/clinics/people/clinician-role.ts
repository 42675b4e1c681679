/** Roles in a clinic; the names are public. */
export const clinicianRoles = ['CLINIC_ADMIN', 'CLINIC_MEMBER', 'PRESCRIBER'] as const;

export type ClinicianRole = (typeof clinicianRoles)[number];

export const isClinicianRole = (name: unknown): name is ClinicianRole =>
  (clinicianRoles as readonly unknown[]).includes(name);

export const isAdmin = (roles: readonly ClinicianRole[]): boolean => roles.includes('CLINIC_ADMIN');

/** Administrators are members, too; prescribers alone are not. */
export const isMember = (roles: readonly ClinicianRole[]): boolean =>
  isAdmin(roles) || roles.includes('CLINIC_MEMBER');
