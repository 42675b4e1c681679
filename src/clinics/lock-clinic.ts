import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { notFound, unprocessable } from '../errors';
import { ClinicEntity } from './clinic.entity';

export const noSuchClinic = () => notFound('There is no such clinic.');

/**
 * The clinic as it stands. Until the transaction ends, nobody else changes what is counted or must be unique within
 * it. Throws when there is none.
 */
export async function lockClinic(
  { dialect }: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity> {
  const query = manager.createQueryBuilder(ClinicEntity, 'clinic').where({ id });
  const clinic = await (dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getOne();
  if (!clinic) throw noSuchClinic();
  return clinic;
}

/** Throws while a clinic is still an account of the old kind: until then, nobody joins it or leaves. */
export function assertMigrated({ isMigrated }: ClinicEntity): void {
  if (!isMigrated) throw unprocessable('The clinic has to be migrated first.');
}
