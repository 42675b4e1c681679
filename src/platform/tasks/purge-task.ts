import { now } from '../clock';
import type { TaskHandler } from './task-handler';

/** An area that purges expired rows. `isStopped` is checked between two steps. */
export interface Purgeable {
  purge(isStopped: () => boolean): Promise<void>;
}

const hour = 3_600_000;
const maxDuration = 10 * 60_000;

/** Runs an area's purge once an hour in one of the processes, also after a failure. */
export function purgeTask(type: string, area: Purgeable): TaskHandler {
  return {
    type,
    maxDuration,
    initial: [{ name: type }],
    async run(_task, signal) {
      try {
        await area.purge(() => signal.aborted);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return { state: 'pending', availableTime: now() + hour, error: { detail } };
      }
      return { state: 'pending', availableTime: signal.aborted ? now() : now() + hour };
    },
  };
}
