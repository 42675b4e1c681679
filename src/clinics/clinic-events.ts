import { topic } from '../events/topic';

/** Something changed in the list of a clinic's patients; what is there now is read when the event arrives. */
export interface PatientListEvent {
  clinicId: string;
  /** The patient who came, changed or left; null when it is about many. */
  userId: string | null;
}

/** The list of the patients of a clinic. */
export const patientListEvents = topic<PatientListEvent>('patient-list', ({ userId }) => [userId]);

/** The number of the patients of a clinic, or of their sources of data. */
export const patientCountEvents = topic<{ clinicId: string }>('patient-count');

/** The open invitations of a clinic: those that it has sent, and those that people have sent to it. */
export const clinicInvitationEvents = topic<{ clinicId: string }>('clinic-invitations');

/** The open invitations of an account to work in clinics. */
export const clinicianInvitationEvents = topic<{ userId: string }>('clinician-invitations');
