import type { EntityManager } from 'typeorm';

/** Reports new statistics to health record systems. */
export interface SummaryReporter {
  /** Schedules reports on an account for all clinics that want them after uploads. Nothing when there are none. */
  syncAccountWithin(manager: EntityManager, userId: string): Promise<void>;
}
