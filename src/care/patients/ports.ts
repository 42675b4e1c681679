import type { EntityManager } from 'typeorm';
import type { PatientKey } from './patient-directory.service';
import type { PatientSummary } from './patient-summary.entity';

/** Exchanges data with the health record systems of clinics. Each method runs within the transaction of the change. */
export interface PatientRecordExchange {
  /** The record number of a patient has changed, so it may identify another person in the health record system. */
  recordNumberChanged(manager: EntityManager, patient: PatientKey): Promise<void>;
  /** Patients are leaving a clinic; their number fits into one statement. */
  patientsLeft(manager: EntityManager, clinicId: string, userIds: readonly string[]): Promise<void>;
}

/** Clinics that were merged into others. */
export interface MergedClinics {
  /** The clinic that another one was merged into; null if it was not. */
  findTarget(manager: EntityManager, sourceId: string): Promise<string | null>;
}

/** Calculates the statistics of accounts. */
export interface SummarySource {
  /** What clinics get of the summaries of an account as they are stored; empty for an account without any. */
  loadPatientSummary(manager: EntityManager, userId: string): Promise<PatientSummary>;
}
