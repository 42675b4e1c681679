import type { EntityManager } from 'typeorm';
import type { PatientKey } from './patients/patient-directory.service';
import type { PatientSummary } from './patients/patient-summary.entity';
import type { EhrSettings } from './settings/ehr-settings';

/** Exchanges data with the health record systems of clinics. Each method runs within the transaction of the change. */
export interface HealthRecordExchange {
  /** The connection of a clinic has changed; null if it was removed. */
  connectionChanged(manager: EntityManager, clinicId: string, settings: EhrSettings | null): Promise<void>;
  /** The record number of a patient has changed, so it may identify another person in the health record system. */
  recordNumberChanged(manager: EntityManager, patient: PatientKey): Promise<void>;
  /** Patients are leaving a clinic; their number fits into one statement. */
  patientsLeft(manager: EntityManager, clinicId: string, userIds: readonly string[]): Promise<void>;
  /** A clinic is being closed. */
  clinicClosed(manager: EntityManager, clinicId: string): Promise<void>;
}

/** Calculates the statistics of accounts. */
export interface SummarySource {
  /** What clinics get of the summaries of an account as they are stored; empty for an account without any. */
  patientSummaryOf(manager: EntityManager, userId: string): Promise<PatientSummary>;
}

/** Two clinics: the source is merged into the target. */
export interface MergePair {
  sourceId: string;
  targetId: string;
}

/** An area that stores data for clinics. */
export interface ClinicKeeper {
  /** Moves the stored data of the source to the target, within the transaction of the merge. */
  moveAll(manager: EntityManager, pair: MergePair): Promise<void>;
}

/** Moves the patients of legacy accounts to clinics. */
export interface MigrationsToClinics {
  /** A clinic is being closed; patients who have not moved yet stay in the legacy account. */
  clinicClosed(manager: EntityManager, clinicId: string): Promise<void>;
}
