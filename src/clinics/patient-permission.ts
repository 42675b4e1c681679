import type { Permission } from '../sharing/permission';

/** What a clinic may do with the account of a patient. */
export const patientPermissions = [
  'custodian',
  'view',
  'upload',
  'note',
] as const satisfies readonly Permission[];

export type PatientPermission = (typeof patientPermissions)[number];

/** What patients may give and take. */
export const givenByPatients = ['view', 'upload', 'note'] as const satisfies readonly PatientPermission[];
