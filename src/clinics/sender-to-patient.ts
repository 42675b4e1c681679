import type { PatientEntity } from './patient.entity';

/**
 * On whose behalf a clinic mails to a patient: of whoever has told the address, while the account is not its owner's;
 * null where the patient has an account of their own.
 */
export const senderToPatient = ({
  permissions,
  invitedBy,
}: Pick<PatientEntity, 'permissions' | 'invitedBy'>): string | null =>
  permissions.includes('custodian') ? invitedBy : null;
