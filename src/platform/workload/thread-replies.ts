import { workerData } from 'node:worker_threads';
import type { ThreadError, CallsOfThread, ThreadReply } from './thread-calls';

/** An error as it crosses to another thread. */
export function toThreadError(error: unknown): ThreadError {
  const { name, message, code } = error as { name: string; message: string; code?: unknown };
  return { name, message, code: typeof code === 'string' ? code : 'SQLITE_ERROR' };
}

/**
 * Within a thread: answers each request with what `answer` returns, or with its error.
 *
 * @param handedOver memory of a result that moves to the other thread instead of being copied
 */
export function answerCalls<Request extends { call: number }, Result>(
  answer: (request: Request) => Result,
  handedOver: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const reply = (request: Request): ThreadReply<Result> => {
    const { call } = request;
    try {
      return { call, result: answer(request) };
    } catch (error) {
      return { call, error: toThreadError(error) };
    }
  };
  const { port, newestReply } = (workerData as { calls: CallsOfThread }).calls;
  port.on('message', (request: Request) => {
    const message = reply(request);
    port.postMessage(message, 'error' in message ? [] : handedOver(message.result));
    Atomics.store(newestReply, 0, request.call);
    Atomics.notify(newestReply, 0);
  });
}
