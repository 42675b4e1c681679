import { findingAt, refuse } from '../../platform/rules/finding';
import type { Permission } from '../../identity/permission';

/** Permissions of a clinic on a patient's account. */
export const patientPermissions = [
  'custodian',
  'view',
  'upload',
  'note',
] as const satisfies readonly Permission[];

export type PatientPermission = (typeof patientPermissions)[number];

/** Permissions that patients can grant and revoke. */
export const givenByPatients = ['view', 'upload', 'note'] as const satisfies readonly PatientPermission[];

/** Throws when a clinic would have a patient without any permission on their data. */
export const assertOpensData = (permissions: readonly PatientPermission[]): void =>
  refuse(
    givenByPatients.some((permission) => permissions.includes(permission))
      ? []
      : [
          findingAt('/permissions', [
            'value-empty',
            `At least one of ${givenByPatients.join(', ')} is required: otherwise the clinic could do nothing with the data.`,
          ]),
        ],
  );
