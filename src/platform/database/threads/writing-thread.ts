import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginCall, endStatement } from '../../telemetry/calls';
import { ThreadCalls } from '../../workload/thread-calls';
import { threadFile } from '../../workload/thread-file';
import { LostTransactionError } from '../lost-transaction';
import { toSqliteError, withBuffers, withNames } from './rows-of-threads';
import { noTransaction, type WritingRequest, type Written } from './writing-messages';

type Asked = Parameters<ThreadCalls<WritingRequest, Written>['ask']>[0];

/** Milliseconds for which a transaction may go on without a turn of the event loop. */
const longestTurn = 16;

/** Milliseconds for which nothing else runs while a statement does. Most take a tenth of it. */
const longestWait = 1;

/** Statements with more, such as the insertion of many rows, take longer. */
const mostParameters = 500;

/** How long a statement takes, or that nothing waits for it. */
type Expected = 'short' | 'long' | 'awaited later';

/** The result of a statement. */
export interface StatementResult {
  /** Undefined if the statement returns none. */
  rows?: Record<string, unknown>[];
  changes: number;
  lastInsertRowid: number | bigint;
}

/**
 * A thread with the connection that writes to an SQLite file: neither long statements nor commits block the event loop.
 *
 * A transaction is a dozen statements that wait for each other. If each took a turn of the event loop, which other
 * requests share, the transactions of a busy process would wait for each other a hundred times as long as they take. So
 * replies that come at once are taken at once, and a transaction takes about one turn.
 */
export class WritingThread {
  private readonly calls: ThreadCalls<WritingRequest, Written>;
  /** What has ended the transaction. */
  private lostBecause: unknown;
  private isOpen = false;
  /** When the current turn of the event loop began. */
  private turnBegan = -Infinity;

  constructor(path: string) {
    const file = threadFile(__dirname, 'writing-thread.worker.js');
    this.calls = new ThreadCalls({ file, workerData: { path }, toError: toSqliteError });
  }

  /** Whether a transaction is open. */
  get inTransaction(): boolean {
    return this.isOpen && this.calls.isAlive;
  }

  /** Throws a `LostTransactionError` when no transaction is open. */
  assertInTransaction(): void {
    if (!this.inTransaction) throw new LostTransactionError(this.lostBecause);
  }

  /** Begins a transaction. Throws SQLite's error when another process is writing. */
  async begin(): Promise<void> {
    this.lostBecause = undefined;
    await this.ask({ kind: 'begin' }, 'short');
  }

  /** Commits the transaction. */
  async commit(): Promise<void> {
    // How long it takes depends on the disk.
    await this.runMeasured('COMMIT', [], 'long');
  }

  /**
   * Runs a statement of the transaction. Statements run in the order of the calls. Throws SQLite's error, and a
   * `LostTransactionError` when no transaction is open.
   */
  run(sql: string, parameters: unknown[] = []): Promise<StatementResult> {
    return this.runMeasured(sql, parameters, parameters.length > mostParameters ? 'long' : 'short');
  }

  /** Sends a statement without waiting for its reply. The result may be awaited after later statements. */
  runAhead(sql: string): Promise<StatementResult> {
    const result = this.runMeasured(sql, [], 'awaited later');
    result.catch(() => undefined);
    return result;
  }

  private async runMeasured(
    sql: string,
    parameters: unknown[],
    expected: Expected,
  ): Promise<StatementResult> {
    const call = beginCall();
    try {
      const written = await this.ask({ kind: 'run', sql, parameters }, expected);
      const { rows, columns = [], changes = 0, lastInsertRowid = 0 } = written;
      endStatement(call, 'sqlite', sql, undefined);
      const named = rows?.map((row) => withNames(columns, withBuffers(row)));
      return { rows: named, changes, lastInsertRowid };
    } catch (error) {
      endStatement(call, 'sqlite', sql, error ?? 'unknown');
      throw error;
    }
  }

  private async ask(request: Asked, expected: Expected): Promise<Written> {
    const reply = this.calls.ask(request).then((written) => this.taken(written));
    if (expected === 'awaited later') return reply;
    const left = this.turnBegan + longestTurn - performance.now();
    if (expected === 'short' && left > 0 && this.calls.takeReplies(Math.min(left, longestWait))) return reply;
    try {
      return await reply;
    } finally {
      // Otherwise one transaction could follow the other within this turn.
      await nextTurn();
      this.turnBegan = performance.now();
    }
  }

  private taken(written: Written): Written {
    this.isOpen = written.isOpen;
    const { error } = written;
    if (!error) return written;
    if (error.code === noTransaction) throw new LostTransactionError(this.lostBecause);
    const thrown = toSqliteError(error);
    if (!written.isOpen) this.lostBecause ??= thrown;
    throw thrown;
  }

  /** Ends it, and rolls back what is not committed. */
  async end(): Promise<void> {
    // A connection that cannot be closed ends with its thread.
    await this.calls.ask({ kind: 'close' }).catch(() => undefined);
    await this.calls.end();
  }
}
