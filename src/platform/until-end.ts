import { endReason } from './errors';

/**
 * The result of some work, or the reason of the signal as an error, whichever comes first. The work itself goes on: it
 * should obey the signal, too. Its later failure is ignored.
 */
export function untilEnd<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = () => reject(endReason(signal));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
