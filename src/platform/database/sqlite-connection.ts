import BetterSqlite3 from 'better-sqlite3';
import { observeSqlite } from '../telemetry/calls';

/** Prepared statements cached per connection. Statements vary with their filters, so the cache needs a limit. */
const mostStatements = 500;

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

/** A connection as TypeORM uses it: it prepares a statement and runs it later, with other work in between. */
export class SqliteConnection extends BetterSqlite3 {
  private readonly statements = new Map<string, BetterSqlite3.Statement>();
  private isGuarded = false;
  private lostBecause: unknown;

  constructor(path: string, options: BetterSqlite3.Options) {
    super(path, options);
    // TypeScript finds no overriding method that matches this type.
    this.prepare = this.watchedStatement.bind(this) as BetterSqlite3.Database['prepare'];
  }

  /**
   * From now on no statement runs outside a transaction. Otherwise a statement of a transaction that has ended, by
   * itself or because another statement failed, would be stored on its own.
   */
  guard(): void {
    this.isGuarded = true;
    // Writers wait for other processes without blocking the event loop.
    this.pragma('busy_timeout = 0');
  }

  /** Throws a `LostTransactionError` when no transaction is open. */
  assertInTransaction(): void {
    if (!this.inTransaction) throw new LostTransactionError(this.lostBecause);
  }

  /** Begins a write transaction. Throws SQLite's error when another process is writing. */
  begin(): void {
    this.lostBecause = undefined;
    this.exec('BEGIN IMMEDIATE');
  }

  /** Commits the transaction. Throws when it is not stored. */
  commit(): void {
    this.assertInTransaction();
    observeSqlite('COMMIT', () => this.exec('COMMIT'));
    if (this.inTransaction) throw new Error('The transaction is still open after its commit.');
  }

  private watchedStatement(sql: string): BetterSqlite3.Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= mostStatements) this.statements.clear();
      this.statements.set(sql, (statement = this.watched(sql, super.prepare(sql))));
    }
    return statement;
  }

  /** Checks when the statement runs: others may have run since it was prepared. */
  private watched(sql: string, statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
    const all = statement.all.bind(statement);
    const run = statement.run.bind(statement);
    statement.all = (...parameters: unknown[]) => this.watch(sql, () => all(...parameters));
    statement.run = (...parameters: unknown[]) => this.watch(sql, () => run(...parameters));
    return statement;
  }

  private watch<Result>(sql: string, execute: () => Result): Result {
    if (!this.isGuarded) return observeSqlite(sql, execute);
    this.assertInTransaction();
    try {
      return observeSqlite(sql, execute);
    } catch (error) {
      if (!this.inTransaction) this.lostBecause = error;
      throw error;
    }
  }
}
