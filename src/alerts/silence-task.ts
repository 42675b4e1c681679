import { now } from '../clock';
import type { TaskHandler } from '../tasks/task-handler';
import type { SilencePoll } from './silence-poll';

/** Milliseconds between two looks for people whose data have stopped arriving: together at most 15 s. */
const pause = 10_000;
const pollDelay = 5_000;

const maxDuration = 30_000;

/** Looks again and again for people whose data have stopped arriving, in one of the processes. */
export const silenceTask = (type: string, poll: SilencePoll): TaskHandler => ({
  type,
  maxDuration,
  pollDelay,
  initial: { name: type },
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
