import { topic } from '../../events/topic';

/** A migration by its clinic and the account that moves. */
export interface MigrationKey {
  clinicId: string;
  userId: string;
}

/** Migrations to a clinic, as they begin and go on. */
export const migrationEvents = topic<MigrationKey>('clinic-migration', ({ userId }) => [userId]);
