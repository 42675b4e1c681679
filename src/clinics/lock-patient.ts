import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { notFound } from '../errors';
import type { PatientKey } from './patient-directory.service';
import { PatientEntity } from './patient.entity';

export const noSuchPatient = () => notFound('There is no such patient in the clinic.');

/** The patient as it stands; until the transaction ends, nobody else changes it. Throws when there is none. */
export async function lockPatient(
  database: Database,
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
): Promise<PatientEntity> {
  const patient = await lockRow(database, manager, PatientEntity, { clinicId, userId });
  if (!patient) throw noSuchPatient();
  return patient;
}
