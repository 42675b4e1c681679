import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { notFound, unprocessable } from '../errors';
import { ClinicEntity } from './clinic.entity';

export const noSuchClinic = () => notFound('There is no such clinic.');

/**
 * The clinic as it stands, or null. Until the transaction ends, nobody else changes what is counted or must be unique
 * within it.
 */
export function findLocked(
  { dialect }: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity | null> {
  const query = manager.createQueryBuilder(ClinicEntity, 'clinic').where({ id });
  return (dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getOne();
}

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

/** Throws while a clinic is still an account of the old kind: until then, nobody joins it or leaves. */
export function assertMigrated({ isMigrated }: ClinicEntity): void {
  if (!isMigrated) throw unprocessable('The clinic has to be migrated first.');
}
