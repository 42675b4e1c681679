/**
 * SQLite has ended a transaction by itself, as it does when a disk is full or fails. Callers get the cause as the
 * error.
 */
export class LostTransactionError extends Error {
  constructor(cause?: unknown) {
    super('The transaction has ended before its time.', { cause });
    this.name = 'LostTransactionError';
  }
}
