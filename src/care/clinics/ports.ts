import type { EntityManager } from 'typeorm';
import type { PatientKey } from './patients/patient-directory.service';
import type { EhrSettings } from './settings/ehr-settings';

/** Whoever exchanges with the health record systems of clinics, and is told of each change as a part of it. */
export interface HealthRecordExchange {
  /** A clinic is connected in another way; null when it is not any more. */
  connectionChanged(manager: EntityManager, clinicId: string, settings: EhrSettings | null): Promise<void>;
  /** A patient has another record number, and may be somebody else to the health record system. */
  recordNumberChanged(manager: EntityManager, patient: PatientKey): Promise<void>;
  /** Patients leave a clinic; they are few enough for one statement. */
  patientsLeft(manager: EntityManager, clinicId: string, userIds: readonly string[]): Promise<void>;
  /** A clinic is closed. */
  clinicClosed(manager: EntityManager, clinicId: string): Promise<void>;
}

/** Whoever moves the patients of accounts of the old kind to clinics. */
export interface MigrationsToClinics {
  /** A clinic is closed: whoever was to become a patient stays where they are. */
  clinicClosed(manager: EntityManager, clinicId: string): Promise<void>;
}
