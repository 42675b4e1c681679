import { topic } from '../../platform/events/topic';

/** A migration by its clinic and the migrating account. */
export interface MigrationKey {
  clinicId: string;
  userId: string;
}

/** Migrations to a clinic, as they begin and progress. */
export const migrationEvents = topic<MigrationKey>('clinic-migration', ({ userId }) => [userId]);
