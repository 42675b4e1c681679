import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { notFound } from '../../platform/errors';
import { findLocked } from '../clinics/lock-clinic';
import type { PatientKey } from './patient-directory.service';
import { PatientEntity } from './patient.entity';

export const noSuchPatient = () => notFound('There is no such patient in the clinic.').about('userId');

/** Locks and returns the patient, or null; until the transaction ends, nobody else can change it. */
export const findLockedPatient = (
  database: Database,
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
): Promise<PatientEntity | null> => lockRow(database, manager, PatientEntity, { clinicId, userId });

/** `findLockedPatient`. Throws if it does not exist. */
export async function lockPatient(
  database: Database,
  manager: EntityManager,
  key: PatientKey,
): Promise<PatientEntity> {
  const patient = await findLockedPatient(database, manager, key);
  if (!patient) throw noSuchPatient();
  return patient;
}

/**
 * Locks the clinics that have an account as a patient, and returns their ids, so that nothing is assigned to a
 * patient who is being removed.
 */
export async function lockClinicsWithPatient(
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
