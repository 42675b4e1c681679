import { topic } from '../../platform/events/topic';

/** A migration, identified by its clinic and the migrating account. */
export interface MigrationKey {
  clinicId: string;
  userId: string;
}

/** Events: migrations to a clinic that start or make progress. */
export const migrationEvents = topic<MigrationKey>('clinic-migration', ({ userId }) => [userId]);
