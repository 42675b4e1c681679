import type { ThreadError } from '../../workload/thread-calls';

/** The code of a statement that was not run because no transaction is open. */
export const noTransaction = 'NO_TRANSACTION';

/** What a writing thread is asked to do. */
export type WritingRequest =
  /** A statement of the open transaction, or one that ends it. */
  | { kind: 'run'; call: number; sql: string; parameters: unknown[] }
  /** Fails while another process is writing. */
  | { kind: 'begin'; call: number }
  | { kind: 'close'; call: number };

/** What a statement has returned or changed, or its error. */
export interface Written {
  /** Undefined if the statement returns none. */
  rows?: unknown[][];
  columns?: string[];
  changes?: number;
  lastInsertRowid?: number | bigint;
  error?: ThreadError;
  /** Whether a transaction is open now: an error of SQLite may have ended it. */
  isOpen: boolean;
}
