import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { notFound } from '../errors';
import type { PatientKey } from './patient-directory.service';
import { PatientEntity } from './patient.entity';

export const noSuchPatient = () => notFound('There is no such patient in the clinic.');

/** The patient as it stands; until the transaction ends, nobody else changes it. Throws when there is none. */
export async function lockPatient(
  { dialect }: Database,
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
): Promise<PatientEntity> {
  const query = manager.createQueryBuilder(PatientEntity, 'p').where({ clinicId, userId });
  const patient = await (dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getOne();
  if (!patient) throw noSuchPatient();
  return patient;
}
