import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { notFound, unprocessable } from '../errors';
import { ClinicEntity } from './clinic.entity';
import { PatientEntity } from './patient.entity';

export const noSuchClinic = () => notFound('There is no such clinic.');

/**
 * The clinic as it stands, or null. Until the transaction ends, nobody else changes what is counted or must be unique
 * within it.
 */
export const findLocked = (
  database: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity | null> => lockRow(database, manager, ClinicEntity, { id });

/** `findLocked`. Throws when there is none. */
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
 * Locks the clinics that have an account among their patients, and returns their ids: what a clinic gives its patients
 * meanwhile must not go to one who leaves.
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
    // A merge may have moved the patient on until the clinic could be locked.
    if (others.length === 0) return ids;
    for (const id of others) {
      await findLocked(database, manager, id);
      locked.add(id);
    }
  }
}

/** Throws while a clinic is still an account of the old kind: until then, nobody joins it or leaves. */
export function assertMigrated({ isMigrated }: ClinicEntity): void {
  if (!isMigrated) throw unprocessable('The clinic has to be migrated first.');
}
