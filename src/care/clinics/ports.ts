import type { EntityManager } from 'typeorm';
import type { EhrSettings } from './settings/ehr-settings';

/** Exchanges data with the health record systems of clinics. Each method runs within the transaction of the change. */
export interface HealthRecordExchange {
  /** The connection of a clinic has changed; null if it was removed. */
  connectionChanged(manager: EntityManager, clinicId: string, settings: EhrSettings | null): Promise<void>;
  /** A clinic is being closed. */
  clinicClosed(manager: EntityManager, clinicId: string): Promise<void>;
}

/** The patients of clinics. */
export interface ClinicPatients {
  /** Finds the demo patient. Returns a function that adds it to a clinic; null if there is no demo patient. */
  demoPatient(): Promise<((manager: EntityManager, clinicId: string) => Promise<void>) | null>;
  /**
   * A clinic is being closed: its demo patient, tags and sites go. What it has asked people who are managed elsewhere, or
   * manage their accounts themselves, is no longer in its name. Throws if it has other patients.
   *
   * @param deletedBy the account that does it; null for trusted servers
   */
  clinicClosed(manager: EntityManager, clinicId: string, deletedBy: string | null): Promise<void>;
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
