import type { ClinicEntity, PatientCountSettings } from '../clinic.entity';

/**
 * The limits that apply to a clinic: only the free tier in the United States has any. Limits of others are stored
 * until they apply.
 */
export const resolvedCountSettings = ({
  country,
  tier,
  patientCountSettings,
}: ClinicEntity): PatientCountSettings =>
  (country === null || country === 'US') && tier === 'tier0100' ? patientCountSettings : {};
