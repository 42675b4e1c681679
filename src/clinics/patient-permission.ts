import { findingAt, refuse } from '../rules/finding';
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

/** Throws when a clinic would have a patient on its list and could do nothing with their data. */
export const assertOpensData = (permissions: readonly PatientPermission[]): void =>
  refuse(
    givenByPatients.some((permission) => permissions.includes(permission))
      ? []
      : [
          findingAt('/permissions', [
            'value-empty',
            `At least one of ${givenByPatients.join(', ')} is required: the clinic could do nothing with the data.`,
          ]),
        ],
  );
