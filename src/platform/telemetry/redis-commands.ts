import { tracingChannel } from 'node:diagnostics_channel';
import { beginCall, endBackendCall } from './calls';

/** What the driver tells of a command: the same object at its beginning and at its end. */
interface ReportedCommand {
  /** Its name. */
  command: string;
  error?: unknown;
}

const nothing = (): void => undefined;

let isListening = false;

/** Measures the commands of all Redis connections of the process, by the names of the commands alone. */
export function listenToRedis(): void {
  if (isListening) return;
  isListening = true;
  const running = new WeakMap<object, ReturnType<typeof beginCall>>();
  tracingChannel<unknown, ReportedCommand>('ioredis:command').subscribe({
    start: (told) => {
      running.set(told, beginCall());
    },
    // Once there is an answer; `asyncEnd` follows when the caller has processed it.
    asyncStart: (told) => {
      const call = running.get(told);
      if (call) endBackendCall(call, 'redis', `Redis ${told.command.toLowerCase()}`, told.error);
    },
    end: nothing,
    asyncEnd: nothing,
    error: nothing,
  });
}
