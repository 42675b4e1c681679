import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
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

/** Where a thread gets its requests from, and where it replies. */
export interface CallsOfThread {
  port: MessagePort;
  /** The number of the newest reply; the thread notifies those who wait for it. */
  newestReply: Int32Array<SharedArrayBuffer>;
}

interface Waiting<Result> {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/** For those who no longer wait: old tables of a map keep what was in them until the next major collection. */
const nobody: Waiting<unknown> = { resolve: () => undefined, reject: () => undefined };

type WithoutCall<Request> = Request extends { call: number } ? Omit<Request, 'call'> : never;

/** How a thread is started, and how its errors are understood. */
interface ThreadOptions {
  file: string;
  workerData: object;
  toError: (error: ThreadError) => Error;
}

/** A thread that is asked, and replies in the order of the requests. It starts at once, and keeps no process alive. */
export class ThreadCalls<Request extends { call: number }, Result> {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  /** Its number, written by the thread. */
  private readonly newestReply = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly waiting = new Map<number, Waiting<Result>>();
  private readonly toError: ThreadOptions['toError'];
  private calls = 0;
  /** False once it has ended, for whatever reason. */
  isAlive = true;

  constructor({ file, workerData, toError }: ThreadOptions) {
    this.toError = toError;
    const { port1, port2 } = new MessageChannel();
    const calls: CallsOfThread = { port: port2, newestReply: this.newestReply };
    const data = { ...workerData, calls };
    this.worker = new Worker(file, { workerData: data, transferList: [port2], execArgv: [] });
    this.worker.unref();
    this.port = port1;
    this.port.on('message', (reply: ThreadReply<Result>) => this.settle(reply));
    this.port.unref();
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
      this.port.ref();
      this.port.postMessage({ ...request, call: this.calls });
    });
  }

  /**
   * Takes the replies to all requests if they come within some milliseconds, for which nothing else runs: it saves turns of
   * the event loop. Returns false if they did not; they are taken later.
   */
  takeReplies(milliseconds: number): boolean {
    const until = performance.now() + milliseconds;
    // The numbers of threads that have replied for days begin anew.
    const awaited = this.calls | 0;
    for (let newest = this.newest; newest !== awaited; newest = this.newest) {
      const left = until - performance.now();
      if (left <= 0 || Atomics.wait(this.newestReply, 0, newest, left) === 'timed-out') return false;
    }
    while (this.takeReply());
    return true;
  }

  private get newest(): number {
    return Atomics.load(this.newestReply, 0);
  }

  private takeReply(): boolean {
    const received = receiveMessageOnPort(this.port);
    if (received) this.settle(received.message as ThreadReply<Result>);
    return received !== undefined;
  }

  private settle(reply: ThreadReply<Result>): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if (this.waiting.size === 0) this.port.unref();
    if ('error' in reply) waiting?.reject(this.toError(reply.error));
    else waiting?.resolve(reply.result);
    if (waiting) Object.assign(waiting, nobody);
  }

  private fail(cause: unknown): void {
    this.isAlive = false;
    this.port.close();
    for (const { reject } of this.waiting.values()) reject(unavailable(cause));
    this.waiting.clear();
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }
}
