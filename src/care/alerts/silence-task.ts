import { now } from '../../platform/clock';
import type { TaskHandler } from '../../platform/tasks/task-handler';
import type { SilencePoll } from './silence-poll';

/** Milliseconds between two checks for silence; at most 15 s in total. */
const pause = 10_000;
const pollDelay = 5_000;

const maxDuration = 30_000;

/** Checks regularly for accounts whose data has stopped arriving, in one of the processes. */
export const silenceTask = (type: string, poll: SilencePoll): TaskHandler => ({
  type,
  maxDuration,
  pollDelay,
  initial: [{ name: type }],
  async run(_task, signal) {
    try {
      await poll.run(signal);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { state: 'pending', availableTime: now() + pause, error: { detail } };
    }
    return { state: 'pending', availableTime: now() + pause };
  },
});
