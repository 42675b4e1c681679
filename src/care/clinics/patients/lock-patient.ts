import type { EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database';
import { lockRow } from '../../../platform/database/lock-rows';
import { notFound } from '../../../platform/errors';
import type { PatientKey } from './patient-directory.service';
import { PatientEntity } from './patient.entity';

export const noSuchPatient = () => notFound('There is no such patient in the clinic.');

/**
 * Locks and returns the patient; until the transaction ends, nobody else can change it. Throws if it does not exist.
 */
export async function lockPatient(
  database: Database,
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
): Promise<PatientEntity> {
  const patient = await lockRow(database, manager, PatientEntity, { clinicId, userId });
  if (!patient) throw noSuchPatient();
  return patient;
}
