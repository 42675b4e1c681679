import { Worker } from 'node:worker_threads';
import { unavailable } from '../errors';

/** An error as it crosses from a thread. */
export interface ThreadError {
  name: string;
  message: string;
  code: string;
}

/** What a thread was asked for, or why it cannot be had. Each request has one reply with its number. */
export type ThreadReply<Result> =
  { call: number; result: Result } | { call: number; error: ThreadError; result?: undefined };

interface Waiting<Result> {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

type WithoutCall<Request> = Request extends { call: number } ? Omit<Request, 'call'> : never;

/** How a thread is started, and how its errors are understood. */
interface ThreadOptions {
  file: string;
  workerData: unknown;
  toError: (error: ThreadError) => Error;
}

/** A thread that is asked, and replies in the order of the requests. It starts at once, and keeps no process alive. */
export class ThreadCalls<Request extends { call: number }, Result> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting<Result>>();
  private readonly toError: ThreadOptions['toError'];
  private calls = 0;
  /** False once it has ended, for whatever reason. */
  isAlive = true;

  constructor({ file, workerData, toError }: ThreadOptions) {
    this.toError = toError;
    this.worker = new Worker(file, { workerData, execArgv: [] });
    this.worker.unref();
    this.worker.on('message', (reply: ThreadReply<Result>) => this.settle(reply));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('A thread has ended.')));
  }

  /** Number of the request that `ask` sends next. */
  get nextCall(): number {
    return this.calls + 1;
  }

  /** Throws the error of the thread, and `UNAVAILABLE` when it has ended. */
  ask(request: WithoutCall<Request>): Promise<Result> {
    if (!this.isAlive) return Promise.reject(unavailable(new Error('The thread has ended.')));
    return new Promise((resolve, reject) => {
      this.calls += 1;
      this.waiting.set(this.calls, { resolve, reject });
      // The process stays until the reply is there.
      this.worker.ref();
      this.worker.postMessage({ ...request, call: this.calls });
    });
  }

  private settle(reply: ThreadReply<Result>): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if (this.waiting.size === 0) this.worker.unref();
    if ('error' in reply) waiting?.reject(this.toError(reply.error));
    else waiting?.resolve(reply.result);
  }

  private fail(cause: unknown): void {
    this.isAlive = false;
    for (const { reject } of this.waiting.values()) reject(unavailable(cause));
    this.waiting.clear();
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }
}
