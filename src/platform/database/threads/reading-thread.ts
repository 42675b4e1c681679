import BetterSqlite3 from 'better-sqlite3';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../../errors';
import { threadFile } from '../../workload/thread-file';
import type { ReadingReply, ReadingRequest, SomeRows } from './reading-messages';

interface Waiting {
  resolve: (rows: SomeRows) => void;
  reject: (error: Error) => void;
}

type Asked<Request> = Request extends ReadingRequest ? Omit<Request, 'call'> : never;

/** Messages turn a `Buffer` into a plain array of bytes; a row has the same values whichever thread reads it. */
const withBuffers = (row: unknown[]): unknown[] =>
  row.map((value) =>
    ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
  );

/** A thread that reads an SQLite file. It starts at once, and keeps no process alive. */
export class ReadingThread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private calls = 0;
  /** False once it has ended, for whatever reason. */
  isAlive = true;
  /** Number of its open snapshots. */
  snapshots = 0;

  constructor(path: string) {
    const file = threadFile(__dirname, 'reading-thread.worker.js');
    this.worker = new Worker(file, { workerData: { path }, execArgv: [] });
    this.worker.unref();
    this.worker.on('message', (reply: ReadingReply) => this.settle(reply));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('A reading thread has ended.')));
  }

  /** Number of the request that `ask` sends next. */
  get nextCall(): number {
    return this.calls + 1;
  }

  /** Throws SQLite's error, and `UNAVAILABLE` when the thread has ended. */
  ask(request: Asked<ReadingRequest>): Promise<SomeRows> {
    if (!this.isAlive) return Promise.reject(unavailable(new Error('The reading thread has ended.')));
    return new Promise((resolve, reject) => {
      this.calls += 1;
      this.waiting.set(this.calls, { resolve, reject });
      // The process stays until the reply is there.
      this.worker.ref();
      this.worker.postMessage({ ...request, call: this.calls });
    });
  }

  private settle(reply: ReadingReply): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if (this.waiting.size === 0) this.worker.unref();
    if ('error' in reply)
      waiting?.reject(new BetterSqlite3.SqliteError(reply.error.message, reply.error.code));
    else waiting?.resolve({ ...reply, rows: reply.rows.map(withBuffers) });
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
