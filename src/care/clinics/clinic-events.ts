import { topic } from '../../platform/events/topic';

/** A change in the patient list of a clinic; its content is read when the event arrives. */
export interface PatientListEvent {
  clinicId: string;
  /** The patient who was added, changed or removed; null if there are many. */
  userId: string | null;
}

/** The patient list of a clinic. */
export const patientListEvents = topic<PatientListEvent>('patient-list', ({ userId }) => [userId]);

/** The number of patients of a clinic, or of their data sources. */
export const patientCountEvents = topic<{ clinicId: string }>('patient-count');

/** The open invitations of a clinic, sent by it or to it. */
export const clinicInvitationEvents = topic<{ clinicId: string }>('clinic-invitations');

/** The open invitations of an account to work in clinics. */
export const clinicianInvitationEvents = topic<{ userId: string }>('clinician-invitations');
