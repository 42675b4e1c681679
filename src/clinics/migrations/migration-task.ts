import { now } from '../../clock';
import type { TaskHandler } from '../../tasks/task-handler';
import { migrationTaskType } from './migration.service';
import type { MoveProgress, PatientMoveService } from './patient-move.service';

/**
 * Milliseconds. A run ends by itself after this time and the next one goes on: when a process dies, the others take over
 * soon.
 */
const maxDuration = 4_000;
const workers = 4;
const pollDelay = 1_000;

/** Milliseconds until patients who could not move are tried again. */
const retryDelay = 60_000;

/** Moves the patients of an account of the old kind. What was interrupted goes on at once, what was refused later. */
export const migrationTask = (moves: PatientMoveService, namePrefix: string): TaskHandler => ({
  type: migrationTaskType(namePrefix),
  maxDuration,
  workers,
  pollDelay,
  async run({ data }, signal) {
    const { userId, ...progress } = (data ?? {}) as MoveProgress & { userId?: unknown };
    if (typeof userId !== 'string') return { state: 'failed', error: { detail: 'No account is named.' } };
    try {
      const time = AbortSignal.any([signal, AbortSignal.timeout(maxDuration)]);
      const outcome = await moves.run(userId, progress, time);
      if (outcome.state === 'done') return { state: 'completed' };
      if (outcome.state === 'interrupted')
        return { state: 'pending', availableTime: now(), data: { userId, ...outcome.progress } };
      const error = { detail: outcome.reason };
      return { state: 'pending', availableTime: now() + retryDelay, data: { userId }, error };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { state: 'pending', availableTime: now() + retryDelay, error: { detail } };
    }
  },
});
