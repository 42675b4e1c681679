import BetterSqlite3 from 'better-sqlite3';

/** Prepared statements that a connection keeps. Texts differ with what is asked for, so there is no end of them. */
const mostStatements = 500;

/**
 * SQLite has ended a transaction by itself, as it does when a disk is full or fails. The cause says why, so callers are told
 * of that.
 */
export class LostTransactionError extends Error {
  constructor(cause?: unknown) {
    super('The transaction has ended before its time.', { cause });
    this.name = 'LostTransactionError';
  }
}

/** A connection as TypeORM uses it: it prepares a statement and then runs it, with other work in between. */
export class SqliteConnection extends BetterSqlite3 {
  private readonly statements = new Map<string, BetterSqlite3.Statement>();
  private isGuarded = false;
  private lostBecause: unknown;

  constructor(path: string, options: BetterSqlite3.Options) {
    super(path, options);
    // TypeScript finds no overriding method that fits the type of this one.
    this.prepare = this.watchedStatement.bind(this) as BetterSqlite3.Database['prepare'];
  }

  /**
   * From now on no statement runs outside a transaction. What belongs to a transaction that has ended, by itself or
   * because another statement of it has failed, would else be stored alone.
   */
  guard(): void {
    this.isGuarded = true;
    // Who writes waits for other processes without keeping the event loop.
    this.pragma('busy_timeout = 0');
  }

  /** Throws a `LostTransactionError` when no transaction is open. */
  assertInTransaction(): void {
    if (!this.inTransaction) throw new LostTransactionError(this.lostBecause);
  }

  /** Begins a transaction that writes. Throws what SQLite says when another process is writing. */
  begin(): void {
    this.lostBecause = undefined;
    this.exec('BEGIN IMMEDIATE');
  }

  /** Stores what the transaction has written. Throws when it is not stored. */
  commit(): void {
    this.assertInTransaction();
    this.exec('COMMIT');
    if (this.inTransaction) throw new Error('The transaction is still open after its commit.');
  }

  private watchedStatement(sql: string): BetterSqlite3.Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= mostStatements) this.statements.clear();
      this.statements.set(sql, (statement = this.watched(super.prepare(sql))));
    }
    return statement;
  }

  /** Looks at the moment when the statement runs: others may have run since it was prepared. */
  private watched(statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
    const all = statement.all.bind(statement);
    const run = statement.run.bind(statement);
    statement.all = (...parameters: unknown[]) => this.watch(() => all(...parameters));
    statement.run = (...parameters: unknown[]) => this.watch(() => run(...parameters));
    return statement;
  }

  private watch<Result>(execute: () => Result): Result {
    if (!this.isGuarded) return execute();
    this.assertInTransaction();
    try {
      return execute();
    } catch (error) {
      if (!this.inTransaction) this.lostBecause = error;
      throw error;
    }
  }
}
