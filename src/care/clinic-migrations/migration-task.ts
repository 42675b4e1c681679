import { now } from '../../platform/clock';
import type { TaskHandler } from '../../platform/tasks/task-handler';
import { migrationTaskType } from './migration.service';
import type { MoveProgress, PatientMoveService } from './patient-move.service';

/**
 * Milliseconds. A run ends after this time and the next one continues, so that other processes take over soon when
 * one dies.
 */
const maxDuration = 4_000;
const workers = 4;
const pollDelay = 1_000;

/** Milliseconds until patients who could not be moved are retried. */
const retryDelay = 60_000;

/** Moves the patients of a legacy account. Interrupted work continues at once, refused patients are retried later. */
export const migrationTask = (moves: PatientMoveService, namePrefix: string): TaskHandler => ({
  type: migrationTaskType(namePrefix),
  maxDuration,
  workers,
  pollDelay,
  async run({ data }, signal) {
    const { userId, ...progress } = (data ?? {}) as MoveProgress & { userId?: unknown };
    if (typeof userId !== 'string')
      return { state: 'failed', error: { detail: 'The task names no account.' } };
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
