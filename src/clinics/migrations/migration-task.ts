import { now } from '../../clock';
import type { TaskHandler } from '../../tasks/task-handler';
import { migrationTaskType } from './migration.service';
import type { PatientMoveService } from './patient-move.service';

const maxDuration = 10 * 60_000;
const workers = 4;

/** Milliseconds until patients who could not move are tried again. */
const retryDelay = 60_000;

/** Moves the patients of an account of the old kind. What was interrupted goes on at once, what was refused later. */
export const migrationTask = (moves: PatientMoveService, namePrefix: string): TaskHandler => ({
  type: migrationTaskType(namePrefix),
  maxDuration,
  workers,
  async run({ data }, signal) {
    const { userId } = (data ?? {}) as { userId?: unknown };
    if (typeof userId !== 'string') return { state: 'failed', error: { detail: 'No account is named.' } };
    try {
      const outcome = await moves.run(userId, signal);
      if (outcome.isDone) return { state: 'completed' };
      if (outcome.reason === undefined) return { state: 'pending', availableTime: now() };
      return { state: 'pending', availableTime: now() + retryDelay, error: { detail: outcome.reason } };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { state: 'pending', availableTime: now() + retryDelay, error: { detail } };
    }
  },
});
