import type { ClinicEntity } from './clinic.entity';

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

/** True for an account of the old kind that can become a clinic: somebody is in charge, and all that is needed is told. */
export const canMigrate = (clinic: ClinicEntity, hasAdmin: boolean): boolean =>
  !clinic.isMigrated && hasAdmin && needed.every((field) => clinic[field]);
