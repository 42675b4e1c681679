import { beginCall, endStatement } from '../../telemetry/calls';
import { ThreadCalls } from '../../workload/thread-calls';
import { threadFile } from '../../workload/thread-file';
import { LostTransactionError } from '../lost-transaction';
import { toSqliteError, withBuffers, withNames } from './rows-of-threads';
import { noTransaction, type WritingRequest, type Written } from './writing-messages';

/** The result of a statement. */
export interface StatementResult {
  /** Undefined if the statement returns none. */
  rows?: Record<string, unknown>[];
  changes: number;
  lastInsertRowid: number | bigint;
}

/** A thread with the connection that writes to an SQLite file: neither statements nor commits block the event loop. */
export class WritingThread {
  private readonly calls: ThreadCalls<WritingRequest, Written>;
  /** What has ended the transaction. */
  private lostBecause: unknown;
  private isOpen = false;

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
    this.taken(await this.calls.ask({ kind: 'begin' }));
  }

  /**
   * Runs a statement of the transaction. Statements run in the order of the calls. Throws SQLite's error, and a
   * `LostTransactionError` when no transaction is open.
   */
  async run(sql: string, parameters: unknown[] = []): Promise<StatementResult> {
    const call = beginCall();
    try {
      const { rows, columns = [], changes = 0, lastInsertRowid = 0 } = await this.ask(sql, parameters);
      endStatement(call, 'sqlite', sql, undefined);
      const named = rows?.map((row) => withNames(columns, withBuffers(row)));
      return { rows: named, changes, lastInsertRowid };
    } catch (error) {
      endStatement(call, 'sqlite', sql, error ?? 'unknown');
      throw error;
    }
  }

  private async ask(sql: string, parameters: unknown[]): Promise<Written> {
    return this.taken(await this.calls.ask({ kind: 'run', sql, parameters }));
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
