import type { ClinicEntity } from '../clinics/clinic.entity';

const needed = [
  'name',
  'address',
  'city',
  'postalCode',
  'state',
  'country',
  'clinicType',
  'preferredBgUnits',
] as const;

/** Whether a legacy clinic account can become a clinic: it has an administrator and all required details. */
export const canMigrate = (clinic: ClinicEntity, hasAdmin: boolean): boolean =>
  !clinic.isMigrated && hasAdmin && needed.every((field) => clinic[field]);
