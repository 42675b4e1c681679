import type { ClinicContent, ClinicHandover } from '../clinics/clinic-contents.service';
import type { PatientContent, PatientHandover } from '../patients/patient-contents.service';

/** A clinic with its members, patients and labels. */
export interface Workspace extends ClinicContent, PatientContent {}

/** What one clinic (the source) hands over to another (the target). */
export interface Handover extends ClinicHandover, PatientHandover {}
