import { topic } from '../../platform/events/topic';

/** A prescription was created, changed or deleted; its current state is read when the event arrives. */
export interface PrescriptionEvent {
  clinicId: string;
  prescriptionId: string;
}

/** Changes to the prescriptions of a clinic. */
export const prescriptionEvents = topic<PrescriptionEvent>('prescription');
