import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { notFound, unprocessable } from '../../platform/errors';
import { ClinicEntity } from './clinic.entity';
import { PatientEntity } from './patients/patient.entity';

export const noSuchClinic = () => notFound('There is no such clinic.');

/**
 * Locks and returns the clinic, or null. Until the transaction ends, no other transaction can change its counts or the
 * values that must be unique within it.
 */
export const findLocked = (
  database: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity | null> => lockRow(database, manager, ClinicEntity, { id });

/** `findLocked`. Throws if it does not exist. */
export async function lockClinic(
  database: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity> {
  const clinic = await findLocked(database, manager, id);
  if (!clinic) throw noSuchClinic();
  return clinic;
}

/**
 * Locks the clinics that have an account as a patient, and returns their ids, so that nothing is assigned to a
 * patient who is being removed.
 */
export async function lockClinicsOf(
  database: Database,
  manager: EntityManager,
  userId: string,
): Promise<string[]> {
  const locked = new Set<string>();
  for (;;) {
    const patients = await manager.find(PatientEntity, {
      select: { clinicId: true, userId: true },
      where: { userId },
      order: { clinicId: 'ASC' },
    });
    const ids = patients.map(({ clinicId }) => clinicId);
    const others = ids.filter((id) => !locked.has(id));
    // A merge may have moved the patient before the clinic was locked.
    if (others.length === 0) return ids;
    for (const id of others) {
      await findLocked(database, manager, id);
      locked.add(id);
    }
  }
}

/** Throws for a legacy clinic account that has not been migrated: nobody can join or leave it. */
export function assertMigrated({ isMigrated }: ClinicEntity): void {
  if (!isMigrated) throw unprocessable('The clinic must be migrated first.');
}
