import { topic } from '../../platform/events/topic';

/** A prescription that was made, changed or deleted; what it is now is read when the event arrives. */
export interface PrescriptionEvent {
  clinicId: string;
  prescriptionId: string;
}

/** What happens to the prescriptions of a clinic. */
export const prescriptionEvents = topic<PrescriptionEvent>('prescription');
