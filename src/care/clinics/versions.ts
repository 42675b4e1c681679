import { computeVersion } from '../../platform/version';
import type { ClinicEntity } from './clinic.entity';
import type { ClinicianEntity } from './people/clinician.entity';

/** The version of the details of a clinic that people edit. */
export const clinicVersion = (clinic: ClinicEntity): string =>
  computeVersion([
    clinic.name,
    clinic.address,
    clinic.city,
    clinic.postalCode,
    clinic.state,
    clinic.country,
    clinic.phoneNumbers,
    clinic.clinicType,
    clinic.clinicSize,
    clinic.website,
    clinic.preferredBgUnits,
    clinic.timezone,
  ]);

/** The version of what people edit of a member. */
export const clinicianVersion = ({ name, roles }: Pick<ClinicianEntity, 'name' | 'roles'>): string =>
  computeVersion([name, [...roles].sort()]);
