import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { notFound, unprocessable } from '../../platform/errors';
import { ClinicEntity } from './clinic.entity';

export const noSuchClinic = () => notFound('There is no such clinic.').about('clinicId', 'shareCode');

/**
 * Locks and returns the clinic, or null. Until the transaction ends, no other transaction can change its counts or the
 * values that must be unique within it.
 */
export const findLocked = (
  database: Database,
  manager: EntityManager,
  id: string,
): Promise<ClinicEntity | null> => lockRow(database, manager, ClinicEntity, { id });

/** The clinic as the transaction sees it, not locked, or null. */
export const findClinic = (manager: EntityManager, id: string): Promise<ClinicEntity | null> =>
  manager.findOneBy(ClinicEntity, { id });

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

/** Throws for a legacy clinic account that has not been migrated: nobody can join or leave it. */
export function assertMigrated({ isMigrated }: ClinicEntity): void {
  if (!isMigrated) throw unprocessable('The clinic must be migrated first.').about('clinicId');
}
