import type { PatientEntity } from './patient.entity';

/**
 * On whose behalf a clinic mails a patient: the person who entered the address, while the account is unclaimed; null
 * if the patient has an account of their own.
 */
export const senderToPatient = ({
  permissions,
  invitedBy,
}: Pick<PatientEntity, 'permissions' | 'invitedBy'>): string | null =>
  permissions.includes('custodian') ? invitedBy : null;
